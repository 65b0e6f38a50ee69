/** Contenders in turns, in several short rounds: what disturbs the machine disturbs all of them. */
import { applyLoad, type Load, type LoadResult } from './load.ts'
import { familyTime, processorTime } from './processor-time.ts'
import { median, number, ratio, table } from './report.ts'

export interface Figures extends Omit<LoadResult, 'bytes'> {
  /** Per request, in ms: of the server's own process, and of all PostgreSQL processes. */
  readonly serverTime: number
  readonly databaseTime: number
}

export type Contender = (connections: number, seconds: number) => Promise<Figures>
export type Peer = 'lite' | 'pgbench'
type Name = 'ours' | Peer

export interface Target {
  readonly peer: Peer
  readonly clients: number
  readonly atLeast: number
}

export interface Comparison {
  readonly title: string
  readonly contenders: Readonly<Record<'ours', Contender> & Partial<Record<Peer, Contender>>>
  readonly clients: readonly number[]
  readonly targets: readonly Target[]
  readonly rounds?: number
  readonly seconds?: number
  readonly warmUpSeconds?: number
}

interface Process {
  readonly pid: number
}

/** Our server or lite under load. */
export const overHttp =
  (server: Process, postgres: Process, load: Omit<Load, 'connections' | 'seconds'>): Contender =>
  (connections, seconds) =>
    costOf(() => applyLoad({ ...load, connections, seconds }), postgres, server)

/** Measures `run` and what it costs on the processors, whose share others do not change as they do its rate. */
export async function costOf(
  run: () => Promise<Omit<LoadResult, 'bytes'>>,
  postgres: Process,
  server: Process | null,
): Promise<Figures> {
  const times = () => Promise.all([server === null ? 0 : processorTime(server.pid), familyTime(postgres.pid)])
  const before = await times()
  const result = await run()
  const after = await times()
  const [serverTime = 0, databaseTime = 0] = after.map((time, at) => (time - (before[at] ?? 0)) / result.answered)
  return { ...result, serverTime, databaseTime }
}

/** Prints a table of medians, then each ratio with both of its figures. */
export async function compare(comparison: Comparison): Promise<void> {
  const {
    title,
    contenders,
    clients,
    targets,
    rounds = Number(process.env['BENCH_ROUNDS'] ?? 5),
    seconds = 2,
    warmUpSeconds = 4,
  } = comparison
  const names = Object.keys(contenders) as Name[]
  const measured = new Map<string, Figures[]>()
  for (const name of names) if (name !== 'pgbench') await contenders[name]?.(16, warmUpSeconds)
  for (let round = 0; round < rounds; round += 1) {
    for (const connections of clients) {
      for (const name of names) {
        const figures = await contenders[name]?.(connections, seconds)
        const key = `${connections} × ${name}`
        if (figures !== undefined) measured.set(key, [...(measured.get(key) ?? []), figures])
      }
    }
  }
  const middle = (key: string, pick: (one: Figures) => number) => median((measured.get(key) ?? []).map(pick))
  const rows = [...measured].map(([key, figures]) => [
    key,
    number(middle(key, ({ perSecond }) => perSecond)),
    number(middle(key, ({ p50 }) => p50)),
    number(middle(key, ({ p99 }) => p99)),
    number(middle(key, ({ serverTime }) => serverTime)),
    number(middle(key, ({ databaseTime }) => databaseTime)),
    figures.flatMap(({ failures }) => failures).join(', '),
  ])
  console.log(`\n### ${title}\n`)
  console.log(`Medians of ${rounds} rounds of ${seconds} s; the last two are processor time per request:`)
  console.log(table(['clients', 'requests/s', 'p50 ms', 'p99 ms', 'server ms', 'PostgreSQL ms', 'failures'], rows))
  const rate = (name: Name, connections: number) => middle(`${connections} × ${name}`, ({ perSecond }) => perSecond)
  for (const connections of clients) {
    for (const peer of names) {
      if (peer === 'ours') continue
      const target = targets.find((one) => one.peer === peer && one.clients === connections)
      const result = ratio(rate('ours', connections), rate(peer, connections), target?.atLeast ?? null)
      console.log(`at ${connections}: ours to ${peer} ${result}`)
    }
  }
}
