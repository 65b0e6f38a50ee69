/** Contenders in turns, in several short rounds: what disturbs the machine disturbs all of them. */
import assert from 'node:assert/strict'

import { applyLoad, type Load, type LoadResult } from './load.ts'
import { familyTime, processorTime } from './processor-time.ts'
import { median, number, ratio, table } from './report.ts'

export interface Figures extends Omit<LoadResult, 'bytes'> {
  /** Per request, in ms: of the server's own process, and of all PostgreSQL processes. */
  readonly serverTime: number
  readonly databaseTime: number
}

export type Contender = (connections: number, seconds: number) => Promise<Figures>

export interface Target {
  readonly peer: string
  readonly clients: number
  readonly atLeast: number
}

export interface Comparison {
  readonly title: string
  /** All but `ours` are its peers. */
  readonly contenders: Readonly<Record<'ours', Contender>> & Readonly<Record<string, Contender>>
  readonly clients: readonly number[]
  readonly targets: readonly Target[]
  readonly seconds?: number
  readonly warmUpSeconds?: number
  /** Bytes that each request moves, where their rate is what matters. */
  readonly bytes?: number
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

const rounds = Number(process.env['BENCH_ROUNDS'] ?? 5)

/** Prints a table of medians, then each ratio with both of its figures. @throws when somebody failed, or did nothing */
export async function compare(comparison: Comparison): Promise<void> {
  const { title, contenders, clients, seconds = 2 } = comparison
  const measured = await measure(comparison)
  console.log(`\n### ${title}\n`)
  console.log(`Medians of ${rounds} rounds of ${seconds} s; the last two are processor time per request:`)
  const { bytes } = comparison
  const head = ['clients', 'requests/s', 'p50 ms', 'p99 ms', 'server ms', 'PostgreSQL ms', 'failures']
  const rows = [...measured].map(describe)
  if (bytes === undefined) console.log(table(head, rows))
  else
    console.log(
      table(
        [...head, 'MB/s'],
        [...measured].map((one, at) => rows[at]!.concat(megabytes(one, bytes))),
      ),
    )
  for (const [key, figures] of measured) {
    const failures = figures.flatMap((one) => (one.answered > 0 ? one.failures : one.failures.concat('no answer')))
    assert.deepEqual(failures, [], `${title}, ${key}: what failed was not measured`)
  }
  const rate = (name: string, connections: number) =>
    median((measured.get(keyOf(name, connections)) ?? []).map(({ perSecond }) => perSecond))
  const peers = Object.keys(contenders).filter((name) => name !== 'ours')
  for (const [connections, peer] of clients.flatMap((one) => peers.map((peer) => [one, peer] as const))) {
    const target = comparison.targets.find((one) => one.peer === peer && one.clients === connections)
    const result = ratio(rate('ours', connections), rate(peer, connections), target?.atLeast ?? null)
    console.log(`at ${connections}: ours to ${peer} ${result}`)
  }
}

const megabytes = ([, figures]: readonly [string, readonly Figures[]], bytes: number) =>
  number((median(figures.map(({ perSecond }) => perSecond)) * bytes) / 1e6)

const keyOf = (name: string, connections: number) => `${connections} × ${name}`

async function measure({ contenders, clients, seconds = 2, warmUpSeconds = 4 }: Comparison) {
  const measured = new Map<string, Figures[]>()
  const most = Math.min(16, Math.max(...clients))
  for (const contender of Object.values(contenders)) await contender(most, warmUpSeconds)
  const turns = clients.flatMap((connections) =>
    Object.entries(contenders).map(([name, contender]) => ({ key: keyOf(name, connections), connections, contender })),
  )
  for (let round = 0; round < rounds; round += 1) {
    for (const { key, connections, contender } of turns) {
      measured.set(key, [...(measured.get(key) ?? []), await contender(connections, seconds)])
    }
  }
  return measured
}

function describe([key, figures]: readonly [string, readonly Figures[]]): string[] {
  const middle = (pick: (one: Figures) => number) => number(median(figures.map(pick)))
  return [
    key,
    middle(({ perSecond }) => perSecond),
    middle(({ p50 }) => p50),
    middle(({ p99 }) => p99),
    middle(({ serverTime }) => serverTime),
    middle(({ databaseTime }) => databaseTime),
    figures.flatMap(({ failures }) => failures).join(', '),
  ]
}
