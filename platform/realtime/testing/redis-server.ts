/** A Redis of one's own, where the machine has one: `npm test` installs it, or says which tests did not run. */
import { spawn, type ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import { accessSync, constants } from 'node:fs'
import { createServer, type AddressInfo } from 'node:net'
import { delimiter, join } from 'node:path'

const programs = ['redis-server', 'valkey-server']

/** Null where neither is installed. What npm offers downloads or compiles one at its first use. */
export const redisProgram: string | null =
  (process.env['PATH'] ?? '')
    .split(delimiter)
    .flatMap((folder) => programs.map((program) => join(folder, program)))
    .find(isExecutable) ?? null

function isExecutable(path: string): boolean {
  try {
    accessSync(path, constants.X_OK)
    return true
  } catch {
    return false
  }
}

export interface RedisServer extends AsyncDisposable {
  readonly url: string
  /** As `kill -9` does; what is known is lost. */
  kill(): Promise<void>
  /** On the same port as before. */
  start(): Promise<void>
}

export async function startRedis(): Promise<RedisServer> {
  const port = await freePort()
  let running = await run(port)
  const kill = async () => {
    if (running.exitCode !== null || running.signalCode !== null) return
    running.kill('SIGKILL')
    await once(running, 'exit')
  }
  return {
    url: `redis://127.0.0.1:${port}`,
    kill,
    start: async () => {
      running = await run(port)
    },
    [Symbol.asyncDispose]: kill,
  }
}

async function run(port: number): Promise<ChildProcess> {
  if (redisProgram === null) throw new Error('No Redis is installed here')
  const settings = ['--port', String(port), '--bind', '127.0.0.1', '--save', '', '--appendonly', 'no']
  const child = spawn(redisProgram, settings, { stdio: ['ignore', 'pipe', 'ignore'] })
  for await (const line of child.stdout) if (String(line).includes('Ready to accept connections')) break
  child.stdout.resume()
  return child
}

async function freePort(): Promise<number> {
  const server = createServer().listen(0, '127.0.0.1')
  await once(server, 'listening')
  const { port } = server.address() as AddressInfo
  server.close()
  await once(server, 'close')
  return port
}
