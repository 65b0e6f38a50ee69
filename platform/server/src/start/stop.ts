/** The end of a process, and what is no reason for it: finish what is under way, in an order that fails nobody (RELIABILITY §8). */

import type { Observation } from '../watch/events.ts'
import type { Log } from '../watch/log.ts'

export interface Stoppable {
  /** Refuses nobody yet, but asks balancers to look elsewhere. */
  drain(): void
  close(): Promise<void>
}

export interface StopOptions {
  /** A signal during the start waits for the end of it: a half-started system is harder to close. */
  readonly system: Promise<Stoppable>
  readonly log: Log
  /** Between being unready and closing the port. */
  readonly delayMs: number
  readonly forcedAfterMs: number
}

/**
 * Stops on SIGTERM and SIGINT; a second signal, a crash or 30 s of trying end the process at once. Ctrl-C comes twice under
 * `npm start`, from the terminal and from npm, so that of SIGINT it is the third.
 */
export function stopOnSignals(options: StopOptions): void {
  let isStopping = false
  let isRepeated = false
  const onSignal = (signal: NodeJS.Signals) => {
    if (isStopping && (signal !== 'SIGINT' || isRepeated)) exit(options.log, 1)
    if (isStopping) {
      isRepeated = true
      return
    }
    isStopping = true
    void stop(options, signal, 0)
  }
  process.on('SIGTERM', onSignal)
  process.on('SIGINT', onSignal)
  // NOTE: a rejection that nobody handles arrives here as well while the system starts.
  process.on('uncaughtException', (error) => {
    options.log.observe({ kind: 'server.crashed', error })
    if (isStopping) return
    isStopping = true
    void stop({ ...options, delayMs: 0, forcedAfterMs: 2_000 }, 'crash', 1)
  })
}

/** Once it serves, a promise that fails where nobody waits for it ends nothing: it is told and counted (decision 0080). */
export function outliveRejections(observe: (observation: Observation) => void): void {
  process.on('unhandledRejection', (error) => observe({ kind: 'server.rejection-unhandled', error }))
}

async function stop({ system, log, delayMs, forcedAfterMs }: StopOptions, signal: string, code: number): Promise<void> {
  const started = performance.now()
  setTimeout(() => exit(log, 1), delayMs + forcedAfterMs).unref()
  log.observe({ kind: 'server.stopping', signal })
  try {
    const running = await system
    running.drain()
    await new Promise((resolve) => void setTimeout(resolve, delayMs))
    await running.close()
  } catch (error) {
    log.observe({ kind: 'server.crashed', error })
    exit(log, 1)
  }
  log.observe({ kind: 'server.stopped', ms: performance.now() - started })
  exit(log, code)
}

function exit(log: Log, code: number): never {
  log.flush()
  process.exit(code)
}
