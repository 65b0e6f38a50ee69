/** Processes of a measurement: started, waited for and ended by their id. */
import { spawn, type ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import { createServer } from 'node:net'
import { join } from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'

export interface RunningProcess extends AsyncDisposable {
  readonly pid: number
}

export interface ScriptOptions {
  readonly args?: readonly string[]
  readonly env?: Readonly<Record<string, string>>
  readonly nodeOptions?: readonly string[]
}

const patienceMs = 60_000

const isOver = (child: ChildProcess) => child.exitCode !== null || child.signalCode !== null

/** Starts a script with this Node; what it says goes to stderr of the measurement. */
export function startScript(path: string, { args = [], env = {}, nodeOptions = [] }: ScriptOptions): RunningProcess {
  const child = spawn(process.execPath, [...nodeOptions, path, ...args], {
    env: { ...process.env, ...env },
    stdio: ['ignore', 2, 2],
  })
  if (child.pid === undefined) throw new Error(`${path} cannot be started`)
  return {
    pid: child.pid,
    [Symbol.asyncDispose]: async () => {
      if (isOver(child)) return
      const closed = once(child, 'close')
      child.kill('SIGTERM')
      const timer = setTimeout(() => child.kill('SIGKILL'), patienceMs)
      await closed
      clearTimeout(timer)
    },
  }
}

/** The whole output of a program that ends by itself. */
export async function outputOf(command: string, args: readonly string[], input = ''): Promise<string> {
  const child = spawn(command, args, { stdio: ['pipe', 'pipe', 'pipe'] })
  child.stdin.end(input)
  let output = ''
  let complaint = ''
  child.stdout.setEncoding('utf8').on('data', (text: string) => (output += text))
  child.stderr.setEncoding('utf8').on('data', (text: string) => (complaint += text))
  const [code] = (await once(child, 'close')) as [number | null]
  if (code !== 0) throw new Error(`${command} ended with ${code}: ${complaint || output}`)
  return output
}

export async function freePort(): Promise<number> {
  const server = createServer().listen(0, '127.0.0.1')
  await once(server, 'listening')
  const address = server.address()
  server.close()
  await once(server, 'close')
  if (address === null || typeof address === 'string') throw new Error('No free port')
  return address.port
}

/** Waits until `url` answers 200. */
export async function answers(url: string, headers: Record<string, string> = {}): Promise<void> {
  const deadline = performance.now() + patienceMs
  let last = 'nothing'
  while (performance.now() < deadline) {
    const isThere = await fetch(url, { headers }).then(
      async (answer) => {
        last = `${answer.status} ${await answer.text()}`
        return answer.ok
      },
      () => false,
    )
    if (isThere) return
    await wait(20)
  }
  throw new Error(`${url} does not answer: ${last}`)
}

export const inBench = (file: string) => join(import.meta.dirname, '..', file)
