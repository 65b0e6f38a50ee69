/** Programs of the machine and of ours, each in a process group of its own, ended by its id. */
import { spawn, type ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import { openSync } from 'node:fs'
import { setTimeout as wait } from 'node:timers/promises'

export interface Program extends AsyncDisposable {
  readonly pid: number
  readonly isOver: () => boolean
  /** To the program and all that it has started. */
  signal(name: NodeJS.Signals): void
  /** SIGKILL unless said otherwise; resolves when it has ended. */
  end(name?: NodeJS.Signals): Promise<number | null>
}

export interface ProgramOptions {
  readonly env?: Readonly<Record<string, string>>
  readonly cwd?: string
  readonly uid?: number | undefined
  readonly gid?: number | undefined
  /** Where what it says is written. */
  readonly log: string
}

const running = new Set<ChildProcess>()
process.once('exit', () => {
  for (const child of running) signalGroup(child, 'SIGKILL')
})
process.once('SIGTERM', () => process.exit(143))
process.once('SIGINT', () => process.exit(130))

export function startProgram(command: string, args: readonly string[], options: ProgramOptions): Program {
  const log = openSync(options.log, 'a')
  const child = spawn(command, args, {
    detached: true,
    stdio: ['ignore', log, log],
    env: { ...process.env, ...options.env },
    ...(options.cwd !== undefined && { cwd: options.cwd }),
    ...(options.uid !== undefined && { uid: options.uid }),
    ...(options.gid !== undefined && { gid: options.gid }),
  })
  const { pid } = child
  if (pid === undefined) throw new Error(`${command} cannot be started`)
  running.add(child)
  child.once('exit', () => running.delete(child))
  const isOver = () => child.exitCode !== null || child.signalCode !== null
  const end = async (name: NodeJS.Signals = 'SIGKILL') => {
    if (isOver()) return child.exitCode
    const ended = once(child, 'exit')
    // NOTE: npm hands SIGTERM on, and a second one would end our server at once.
    if (name === 'SIGTERM') child.kill(name)
    else signalGroup(child, name)
    await ended
    return child.exitCode
  }
  return {
    pid,
    isOver,
    signal: (name) => signalGroup(child, name),
    end,
    [Symbol.asyncDispose]: async () => {
      // One that is halted would not hear the end.
      signalGroup(child, 'SIGCONT')
      await Promise.race([end('SIGTERM'), wait(15_000)])
      await end()
    },
  }
}

function signalGroup({ pid }: ChildProcess, name: NodeJS.Signals): void {
  try {
    if (pid !== undefined) process.kill(-pid, name)
  } catch {
    // It has ended.
  }
}

/** What no waiting mends. */
export class Hopeless extends Error {}

/** Until `look` answers something else than null, or time is over. */
export async function until<T>(what: string, look: () => Promise<T | null> | T | null, ms = 60_000): Promise<T> {
  const deadline = performance.now() + ms
  for (;;) {
    const found = await Promise.resolve(look()).catch((error: unknown) => {
      if (error instanceof Hopeless) throw error
      return null
    })
    if (found !== null) return found
    if (performance.now() > deadline) throw new Error(`In vain: ${what}`)
    await wait(25)
  }
}

export const isTrue = (value: boolean): true | null => (value ? true : null)
