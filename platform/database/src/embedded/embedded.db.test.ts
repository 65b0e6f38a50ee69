import { execFileSync, spawn, type ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import { mkdir, mkdtemp, readFile, readdir, readlink, rename, rm, rmdir } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createInterface } from 'node:readline'

import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest'

import { openDatabases, systemSession, type DatabaseEvent, type EmbeddedConfig } from '../index.ts'

/** Killing processes loses nothing that the system has been given: only power loss needs fsync. */
const quick = { disk: { ballast: 0 }, settings: { fsync: 'off' } }
let folder: string
let initialised: string
let events: DatabaseEvent[]

beforeAll(async () => {
  initialised = await newFolder()
  const database = await openDatabases({ kind: 'embedded', folder: initialised, ...quick }, () => {})
  await database[Symbol.asyncDispose]()
})
beforeEach(async () => {
  folder = await newFolder()
  events = []
})
afterEach(() => rm(folder, { recursive: true, force: true }))
afterAll(() => rm(initialised, { recursive: true, force: true }))

const newFolder = () => mkdtemp(join(tmpdir(), 'embedded-'))
/** Spares a test the making of a cluster; `-a` keeps its owner. */
const copyInitialised = () => execFileSync('cp', ['-a', `${initialised}/.`, folder])

const open = (config: Partial<EmbeddedConfig> = {}) =>
  openDatabases({ folder, ...quick, ...config, kind: 'embedded' }, (event) => events.push(event))
const kinds = () => events.map(({ kind }) => kind)
const until = (kind: DatabaseEvent['kind']) => vi.waitFor(() => expect(kinds()).toContain(kind), { timeout: 30_000 })
const postmaster = async () => Number((await readFile(join(folder, 'cluster/postmaster.pid'), 'utf8')).split('\n')[0])

type Opened = Awaited<ReturnType<typeof open>>
const read = (databases: Opened, text: string) =>
  databases.system.read(systemSession, (tx) => tx.query<{ n: number }>(text))
const write = (databases: Opened, text: string) => databases.system.write(systemSession, (tx) => tx.execute(text))

/** A server of its own that inserts 1, 2, 3, … and prints each number once it is committed. */
function startWriter(): { child: ChildProcess; acknowledged: number[]; errors: string[] } {
  const code = `
    import { openDatabases, systemSession } from ${JSON.stringify(new URL('../index.ts', import.meta.url).href)}
    const config = { kind: 'embedded', folder: ${JSON.stringify(folder)}, ...${JSON.stringify(quick)} }
    const { system } = await openDatabases(config, () => {})
    const run = (text, params = []) => system.write(systemSession, (tx) => tx.execute(text, params))
    await run('create table if not exists public.numbers (n int primary key)')
    const [{ from }] = await system.read(systemSession, (tx) => tx.query('select coalesce(max(n), 0) as from from public.numbers'))
    for (let n = from + 1; ; n += 1) {
      await run('insert into public.numbers values ($1)', [n])
      console.log(n)
    }`
  const child = spawn(process.execPath, ['--input-type=module', '-e', code], { stdio: ['ignore', 'pipe', 'pipe'] })
  const acknowledged: number[] = []
  const errors: string[] = []
  createInterface({ input: child.stdout }).on('line', (line) => acknowledged.push(Number(line)))
  createInterface({ input: child.stderr }).on('line', (line) => errors.push(line))
  return { child, acknowledged, errors }
}

/** By a bind mount, or, where one may not mount, by moving the folder there for the time being. */
async function leadTo(real: string, otherPath: string): Promise<AsyncDisposable> {
  await mkdir(otherPath)
  try {
    execFileSync('mount', ['--bind', real, otherPath], { stdio: 'ignore' })
  } catch {
    await rename(real, otherPath)
    return { [Symbol.asyncDispose]: () => rename(otherPath, real) }
  }
  return {
    async [Symbol.asyncDispose]() {
      execFileSync('umount', [otherPath])
      await rmdir(otherPath)
    },
  }
}

async function processesOfCluster(): Promise<number[]> {
  const pids = (await readdir('/proc')).map(Number).filter((pid) => pid > 0)
  const folders = await Promise.all(pids.map((pid) => readlink(`/proc/${pid}/cwd`).catch(() => null)))
  return pids.filter((_, index) => folders[index] === join(folder, 'cluster'))
}

describe('an embedded PostgreSQL', () => {
  it('is made on the first start, kept for the next, and leaves nothing running', async () => {
    const first = await open({ settings: {} })
    await write(first, 'create table public.books as select 1 as n')
    await first[Symbol.asyncDispose]()
    expect(kinds()).toEqual(['database.initialised', 'database.launched', 'database.started', 'database.stopped'])
    events = []
    const second = await open({ settings: {} })
    expect(await read(second, 'select n from public.books')).toEqual([{ n: 1 }])
    const [settings] = await read(
      second,
      `select current_setting('fsync') fsync, current_setting('wal_level') wal, current_setting('listen_addresses') addresses`,
    )
    expect(settings).toEqual({ fsync: 'on', wal: 'logical', addresses: '' })
    await second[Symbol.asyncDispose]()
    expect(kinds()).toEqual(['database.launched', 'database.started', 'database.stopped'])
    expect(await processesOfCluster()).toEqual([])
  })

  it('works in a folder whose path is too long for a socket, and below one that its user cannot enter', async () => {
    await mkdir(join(folder, 'closed'), { mode: 0o700 })
    await using databases = await open({ folder: join(folder, 'closed', 'd'.repeat(120)) })
    expect(await read(databases, 'select 1 as n')).toEqual([{ n: 1 }])
  })

  it('refuses a second server on its folder, in this process or another', async () => {
    copyInitialised()
    const { child, acknowledged, errors } = startWriter()
    await vi.waitFor(() => expect(errors.length > 0 ? errors : acknowledged.length).toBeGreaterThan(3), {
      timeout: 15_000,
    })
    await expect(open()).rejects.toThrow(/in use by another server.*DATA_DIR/)
    const before = acknowledged.length
    await vi.waitFor(() => expect(acknowledged.length).toBeGreaterThan(before), 30_000)
    child.kill('SIGKILL')
    await once(child, 'exit')
    await using databases = await open()
    await expect(open()).rejects.toThrow(/in use by another server/)
    expect(await read(databases, 'select 1 as n')).toEqual([{ n: 1 }])
  })

  it('refuses a second server that reaches its folder by another path, and goes on undisturbed', async () => {
    copyInitialised()
    await using databases = await open()
    const pid = await postmaster()
    const otherPath = `${folder}-by-another-path`
    await using _ = await leadTo(folder, otherPath)
    await expect(open({ folder: otherPath })).rejects.toThrow(/in use by another server.*DATA_DIR/)
    const pidFile = join(otherPath, 'cluster/postmaster.pid')
    expect(Number((await readFile(pidFile, 'utf8')).split('\n')[0])).toBe(pid)
    expect(await read(databases, 'select 1 as n')).toEqual([{ n: 1 }])
    expect(kinds()).toEqual(['database.launched', 'database.started'])
  })

  it('loses nothing that was acknowledged when its server is killed, again and again', async () => {
    copyInitialised()
    for (let round = 0; round < 3; round += 1) {
      const { child, acknowledged, errors } = startWriter()
      await vi.waitFor(() => expect(errors.length > 0 ? errors : acknowledged.length).toBeGreaterThan(20), {
        timeout: 15_000,
      })
      child.kill('SIGKILL')
      await once(child, 'close')
      events = []
      await using databases = await open()
      expect(kinds()[0]).toBe('database.orphan-ended')
      const rows = await read(databases, 'select n from public.numbers order by n')
      const last = acknowledged.at(-1)!
      expect(rows.slice(0, last)).toEqual(Array.from({ length: last }, (_, index) => ({ n: index + 1 })))
    }
  })

  it('ends one that was left behind stopped', async () => {
    copyInitialised()
    const { child, acknowledged } = startWriter()
    await vi.waitFor(() => expect(acknowledged.length).toBeGreaterThan(3), { timeout: 30_000 })
    process.kill(await postmaster(), 'SIGSTOP')
    child.kill('SIGKILL')
    await once(child, 'close')
    await using databases = await open()
    expect(kinds()[0]).toBe('database.orphan-ended')
    expect((await read(databases, 'select count(*)::int as n from public.numbers'))[0]?.n).toBeGreaterThan(3)
  })
})

describe('an embedded PostgreSQL that fails', () => {
  beforeEach(copyInitialised)

  it('is started again when it is killed, with all that was committed', async () => {
    await using databases = await open()
    await write(databases, 'create table public.books as select 1 as n')
    for (const round of [1, 2, 3]) {
      events = []
      await write(databases, `insert into public.books values (${round})`)
      process.kill(await postmaster(), 'SIGKILL')
      await until('database.restarted')
      expect(kinds()).toContain('database.lost')
      expect(await read(databases, 'select count(*)::int as n from public.books')).toEqual([{ n: round + 1 }])
    }
  })

  it('is replaced when it does not answer any more', async () => {
    // Longer than a busy machine leaves one that is well without an answer, twice in a row.
    await using databases = await open({ watchdog: { checkEvery: 100, answerWithin: 2000 } })
    process.kill(await postmaster(), 'SIGSTOP')
    await until('database.restarted')
    expect(events).toContainEqual({ kind: 'database.lost', reason: 'no answer' })
    expect(await read(databases, 'select 1 as n')).toEqual([{ n: 1 }])
  })

  it('keeps nobody waiting when it is frozen, and works on when it thaws', async () => {
    const statement = { anon: 300, authenticated: 300, service_role: 300, none: 300, other: 300 }
    await using databases = await open({ timeouts: { statement, grace: 200, connect: 400, acquire: 600 } })
    await databases.system.once(systemSession, { text: 'select 1' }, 'read')
    const frozen = await processesOfCluster()
    for (const pid of frozen) process.kill(pid, 'SIGSTOP')
    const started = performance.now()
    const outcomes = await Promise.allSettled([
      ...Array.from({ length: 20 }, () => databases.system.once(systemSession, { text: 'select 1' }, 'read')),
      read(databases, 'select 1 as n'),
      databases.gateway.once({ role: 'anon', claims: {} }, { text: 'select 1' }, 'write'),
      databases.gateway.listen('news', () => {}),
    ])
    expect(performance.now() - started).toBeLessThan(3_000)
    expect(outcomes.map(({ status }) => status)).toEqual(outcomes.map(() => 'rejected'))
    for (const pid of frozen) process.kill(pid, 'SIGCONT')
    await vi.waitFor(async () => expect(await read(databases, 'select 1 as n')).toEqual([{ n: 1 }]), 30_000)
  })

  it('says why when it cannot start', async () => {
    await expect(open({ settings: { shared_buffers: '1TB' } })).rejects.toThrow(
      /PostgreSQL did not start: .*shared memory/s,
    )
    await expect(open({ settings: { no_such_setting: '1' } })).rejects.toThrow(/unrecognized.*no_such_setting/s)
  })
})
