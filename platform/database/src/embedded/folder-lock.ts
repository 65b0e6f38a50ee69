import { mkdir, open, readFile, readlink, realpath, rm } from 'node:fs/promises'
import { createServer } from 'node:net'
import { join } from 'node:path'

import { EmbeddedPostgresError } from './errors.ts'
import { identityOf } from './folder-identity.ts'
import { beatOn } from './heartbeat.ts'

/**
 * One server per folder, whatever path leads to it. On Linux the lock is an abstract Unix socket, which the kernel
 * frees when its process dies, and a heartbeat for who shares the folder but not the kernel's names: another container,
 * another machine. Elsewhere it is a file with the process's id.
 * @throws {EmbeddedPostgresError} when the folder is in use
 */
export async function lockFolder(folder: string): Promise<AsyncDisposable> {
  await mkdir(folder, { recursive: true })
  const path = await realpath(folder)
  if (process.platform !== 'linux') return lockByFile(path)
  await using locks = new AsyncDisposableStack()
  const identity = await identityOf(path)
  locks.use(await lockBySocket(identity, path))
  locks.use(await beatOn(join(path, 'heartbeat'), await reachOf(identity), () => inUseError(path)))
  return locks.move()
}

/** Two servers of equal reach see each other's sockets: once the socket is had, what the link says of is gone. */
async function reachOf(identity: string): Promise<string> {
  const boot = await readFile('/proc/sys/kernel/random/boot_id', 'utf8').catch(() => 'unknown')
  const network = await readlink('/proc/self/ns/net').catch(() => 'unknown')
  return `${boot.trim()} ${network} ${identity}`
}

function lockBySocket(identity: string, path: string): Promise<AsyncDisposable> {
  const name = `\0platform-database-${identity}`
  return new Promise((resolve, reject) => {
    const server = createServer((socket) => socket.destroy())
    server.unref()
    server.once('error', (error: NodeJS.ErrnoException) =>
      reject(error.code === 'EADDRINUSE' ? inUseError(path) : error),
    )
    server.listen(name, () => {
      resolve({ [Symbol.asyncDispose]: () => new Promise((done) => server.close(() => done())) })
    })
  })
}

async function lockByFile(path: string): Promise<AsyncDisposable> {
  const file = join(path, 'server.pid')
  const handle = await open(file, 'wx').catch(async (error: NodeJS.ErrnoException) => {
    if (error.code !== 'EEXIST') throw error
    const pid = Number(await readFile(file, 'utf8'))
    if (isAlive(pid)) throw inUseError(path)
    await rm(file, { force: true })
    return open(file, 'wx')
  })
  await handle.writeFile(String(process.pid))
  await handle.close()
  return { [Symbol.asyncDispose]: () => rm(file, { force: true }) }
}

export function isAlive(pid: number): boolean {
  if (!Number.isInteger(pid) || pid <= 0) return false
  try {
    process.kill(pid, 0)
    return true
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === 'EPERM'
  }
}

const inUseError = (path: string) =>
  new EmbeddedPostgresError(
    `${path} is in use by another server. Stop that one first, or give this one a folder of its own by DATA_DIR`,
  )
