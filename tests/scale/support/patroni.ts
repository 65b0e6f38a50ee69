/** Two PostgreSQL servers that Patroni looks after, an etcd, and the name of the primary, from the files of `ops/`. */
import { readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'

import { freePort } from '../../bench/support/processes.ts'
import { childrenOf } from '../../bench/support/processor-time.ts'
import { databaseAt, databaseUser, folderForDatabase, postgresPrograms, type DatabaseMachine } from './machines.ts'
import { isTrue, startProgram, until, type Program } from './programs.ts'

const ops = join(import.meta.dirname, '../../../ops')

export interface PatroniServer {
  readonly name: string
  start(): void
  isPrimary(): Promise<boolean>
  /** To its Patroni and every process of its PostgreSQL, as when the machine is lost. */
  signal(name: 'SIGKILL' | 'SIGSTOP' | 'SIGCONT'): Promise<void>
}

export interface PatroniDatabase extends DatabaseMachine {
  readonly servers: readonly PatroniServer[]
  /** Where both answer, one of them as a synchronous standby. */
  whole(): Promise<PatroniServer>
}

export async function startPatroni(folder: string): Promise<PatroniDatabase> {
  await using resources = new AsyncDisposableStack()
  const [client, peer, one, two, restOne, restTwo, port] = await ports(7)
  const etcd = `http://127.0.0.1:${client}`
  const peers = `http://127.0.0.1:${peer}`
  const etcdArgs = ['--data-dir', join(folder, 'etcd'), '--listen-client-urls', etcd, '--advertise-client-urls', etcd]
  const peerArgs = ['--listen-peer-urls', peers, '--initial-advertise-peer-urls', peers]
  resources.use(
    startProgram('etcd', [...etcdArgs, ...peerArgs, '--initial-cluster', `default=${peers}`], {
      log: join(folder, 'etcd.log'),
    }),
  )
  const places = [
    { name: 'one', port: one ?? 0, rest: restOne ?? 0 },
    { name: 'two', port: two ?? 0, rest: restTwo ?? 0 },
  ]
  const servers: PatroniServer[] = []
  for (const place of places) servers.push(await serverAt({ folder, etcd: client ?? 0, ...place }, resources))
  let text = await readFile(join(ops, 'haproxy-postgres.cfg'), 'utf8')
  text = text.replace('127.0.0.1:5000', `127.0.0.1:${port}`)
  text = text.replace('10.0.0.1:5432 check port 8008', `127.0.0.1:${one} check port ${restOne}`)
  text = text.replace('10.0.0.2:5432 check port 8009', `127.0.0.1:${two} check port ${restTwo}`)
  const file = join(folder, 'haproxy-postgres.cfg')
  await writeFile(file, text)
  const proxy = startProgram('haproxy', ['-db', '-f', file], { log: join(folder, 'haproxy-postgres.log') })
  resources.use(proxy)
  for (const server of servers) server.start()
  const database = await databaseAt(`postgres://postgres@127.0.0.1:${port}/postgres`, proxy)
  const whole = async () => {
    const sync = `select count(*)::int as count from pg_stat_replication where sync_state = 'sync'`
    await until(
      'a synchronous standby is there',
      async () => isTrue((await database.rows<{ count: number }>(sync))[0]?.count === 1),
      120_000,
    )
    // One that was halted still says so for a moment.
    return until('one says that it is the primary', async () => {
      const states = await Promise.all(servers.map((server) => server.isPrimary()))
      return states.filter(Boolean).length === 1 ? (servers[states.indexOf(true)] ?? null) : null
    })
  }
  await whole()
  const kept = resources.move()
  return { ...database, servers, whole, [Symbol.asyncDispose]: () => kept.disposeAsync() }
}

async function ports(count: number): Promise<number[]> {
  const found: number[] = []
  for (let at = 0; at < count; at += 1) found.push(await freePort())
  return found
}

interface Place {
  readonly folder: string
  readonly etcd: number
  readonly name: string
  readonly port: number
  readonly rest: number
}

async function serverAt(place: Place, resources: AsyncDisposableStack): Promise<PatroniServer> {
  const { folder, etcd, name, port, rest } = place
  const home = await folderForDatabase(join(folder, `patroni-${name}`))
  const data = join(home, 'main')
  const file = join(home, 'patroni.yml')
  let text = await readFile(join(ops, 'patroni.yml'), 'utf8')
  const changes: readonly (readonly [string | RegExp, string])[] = [
    ['name: one', `name: ${name}`],
    [
      'listen: 0.0.0.0:8008, connect_address: 10.0.0.1:8008',
      `listen: 127.0.0.1:${rest}, connect_address: 127.0.0.1:${rest}`,
    ],
    ['10.0.0.1:2379,10.0.0.2:2379,10.0.0.3:2379', `127.0.0.1:${etcd}`],
    [/ +archive_\w+: .*\n/g, ''],
    ['listen: 0.0.0.0:5432', `listen: 127.0.0.1:${port}`],
    ['connect_address: 10.0.0.1:5432', `connect_address: 127.0.0.1:${port}\n  bin_dir: ${postgresPrograms()}`],
    ['/var/lib/postgresql/15/main', data],
  ]
  for (const [from, to] of changes) text = text.replace(from, to)
  const trust = ['local all all trust', 'host all all 127.0.0.1/32 trust', 'host replication all 127.0.0.1/32 trust']
  await writeFile(
    file,
    `${text}  parameters: { unix_socket_directories: ${home} }\n  pg_hba: ${JSON.stringify(trust)}\n`,
  )
  let program: Program | null = null
  const processes = async (): Promise<number[]> => {
    const postmaster = Number((await readFile(join(data, 'postmaster.pid'), 'utf8').catch(() => '')).split('\n')[0])
    return postmaster > 0 ? [postmaster, ...(await childrenOf(postmaster))] : []
  }
  const signal: PatroniServer['signal'] = async (word) => {
    const all = await processes()
    program?.signal(word)
    for (const pid of all) {
      try {
        process.kill(pid, word)
      } catch {
        // It has ended with its parent.
      }
    }
  }
  resources.defer(() => signal('SIGKILL'))
  return {
    name,
    signal,
    start() {
      const log = join(folder, `patroni-${name}.log`)
      program = startProgram('patroni', [file], { ...databaseUser(), env: { HOME: home }, cwd: home, log })
    },
    isPrimary: async () => (await fetch(`http://127.0.0.1:${rest}/primary`).catch(() => null))?.status === 200,
  }
}
