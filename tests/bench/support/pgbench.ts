/** PostgreSQL's own load generator, in C: what the database gives when nothing stands before it. */
import { mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

import type { LoadResult } from './load.ts'
import type { Postgres } from './postgres.ts'
import { outputOf } from './processes.ts'
import type { SentStatement } from './wire-tap.ts'

/** Sent in one pipeline, prepared, again and again by each client. */
export interface PgbenchScript {
  readonly statements: readonly SentStatement[]
  /** How often it comes among the others. */
  readonly weight?: number
}

export interface PgbenchRun {
  readonly postgres: Postgres
  readonly user: string
  readonly database: string
  readonly scripts: readonly PgbenchScript[]
  /** Whoever's id stands in the values, one of the first people of the crowd takes the place, another each time. */
  readonly members?: { readonly learned: string; readonly count: number }
  readonly connections: number
  readonly seconds: number
}

const sampled = 0.1

export async function runPgbench(run: PgbenchRun): Promise<Omit<LoadResult, 'bytes'>> {
  const folder = await mkdtemp(join(tmpdir(), 'pgbench-'))
  try {
    const files = run.scripts.map((script, index) => ({
      ...toScript(script.statements, `v${index}`, run.members),
      path: join(folder, `script${index}.sql`),
      weight: script.weight ?? 1,
    }))
    await Promise.all(files.map(({ path, text }) => writeFile(path, text)))
    const options = {
      host: run.postgres.socketFolder,
      port: run.postgres.port,
      username: run.user,
      protocol: 'prepared',
      client: run.connections,
      jobs: Math.min(2, run.connections),
      time: run.seconds,
      'log-prefix': join(folder, 'log'),
      'sampling-rate': sampled,
    }
    const output = await outputOf('pgbench', [
      ...Object.entries(options).map(([name, value]) => `--${name}=${value}`),
      ...files.map(({ path, weight }) => `--file=${path}@${weight}`),
      ...files.flatMap(({ variables }) => variables).map((variable) => `--define=${variable}`),
      '--no-vacuum',
      '--log',
      run.database,
    ])
    const times = await readTimes(folder)
    const at = (share: number) => times[Math.min(times.length - 1, Math.floor(times.length * share))] ?? Number.NaN
    return {
      perSecond: Number(/tps = ([\d.]+) \(without/.exec(output)?.[1]),
      answered: Number(/transactions actually processed: (\d+)/.exec(output)?.[1]),
      p50: at(0.5),
      p99: at(0.99),
      failures: /failed transactions: 0 /.test(output) ? [] : [output],
    }
  } finally {
    await rm(folder, { recursive: true, force: true })
  }
}

function toScript(statements: readonly SentStatement[], prefix: string, members: PgbenchRun['members']) {
  const variables: string[] = []
  const lines = statements.map(({ text, values }, statement) => {
    const name = (at: number) => `${prefix}_${statement}_${at}`
    variables.push(...values.map((value, index) => `${name(index + 1)}=${value}`))
    const sql = text.replaceAll(/\$(\d+)/g, (_, place: string) => {
      const variable = `:${name(Number(place))}`
      const value = values[Number(place) - 1] ?? ''
      if (members === undefined || !value.includes(members.learned)) return variable
      const id = "md5('person ' || :member)::uuid"
      return value === members.learned ? id : `replace(${variable}, '${members.learned}', ${id}::text)`
    })
    return `${sql};`
  })
  const choice = members === undefined ? [] : [`\\set member random(1, ${members.count})`]
  return { text: [...choice, '\\startpipeline', ...lines, '\\endpipeline', ''].join('\n'), variables }
}

/** Third column of each line: microseconds of a transaction. */
async function readTimes(folder: string): Promise<number[]> {
  const logs = (await readdir(folder)).filter((file) => file.startsWith('log'))
  const texts = await Promise.all(logs.map((file) => readFile(join(folder, file), 'utf8')))
  return texts
    .flatMap((text) => text.split('\n'))
    .filter(Boolean)
    .map((line) => Number(line.split(' ')[2]) / 1000)
    .sort((a, b) => a - b)
}
