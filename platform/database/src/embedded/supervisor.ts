import { setTimeout as wait } from 'node:timers/promises'

import type { WatchdogTimes } from '../config.ts'
import type { DatabaseEvent } from '../events.ts'
import type { Cluster } from './cluster.ts'
import type { LogFile } from './log-file.ts'
import { endOrphan } from './orphan.ts'
import { ping } from './ping.ts'
import { PostgresProcess } from './process.ts'

export interface SupervisorOptions {
  readonly cluster: Cluster
  readonly settings: Readonly<Record<string, string>>
  readonly log: LogFile
  readonly times: WatchdogTimes
  readonly observe: (event: DatabaseEvent) => void
}

/** One silence may be ours or a busy machine's; two in a row are PostgreSQL's. */
const SILENCES_ALLOWED = 1

/** Keeps one PostgreSQL running: watches it, and starts it again when it ends or falls silent. */
export class Supervisor implements AsyncDisposable {
  readonly #options: SupervisorOptions
  readonly #stopping = new AbortController()
  #process: PostgresProcess | null = null
  #restarting: Promise<void> | null = null
  #isWanted = false
  #silences = 0
  #watchdog: NodeJS.Timeout | undefined

  constructor(options: SupervisorOptions) {
    this.#options = options
  }

  /** @throws {EmbeddedPostgresError} when it does not come up; later failures are retried instead. */
  async start(): Promise<void> {
    this.#isWanted = true
    await this.#launch()
    this.#watch()
  }

  /** Until `resume`: the disk has no room for it to run. */
  async pause(): Promise<void> {
    this.#isWanted = false
    await this.#process?.stop()
  }

  resume(): void {
    if (this.#isWanted || this.#stopping.signal.aborted) return
    this.#isWanted = true
    this.#restart()
  }

  async [Symbol.asyncDispose](): Promise<void> {
    this.#isWanted = false
    this.#stopping.abort()
    clearTimeout(this.#watchdog)
    await this.#restarting
    if (this.#process === null || this.#process.hasExited) return
    await this.#process.stop()
    this.#options.observe({ kind: 'database.stopped' })
  }

  async #launch(): Promise<void> {
    const { cluster, settings, log, observe } = this.#options
    const launched = await PostgresProcess.launch(cluster, settings, log)
    this.#process = launched
    observe({ kind: 'database.launched' })
    try {
      await launched.untilReady()
    } catch (error) {
      await launched.kill()
      throw error
    }
    void launched.exited.then((reason) => this.#onExit(launched, reason))
  }

  #onExit(ended: PostgresProcess, reason: string): void {
    if (!this.#isWanted || ended !== this.#process) return
    this.#options.observe({ kind: 'database.lost', reason })
    this.#restart()
  }

  #restart(): void {
    this.#restarting ??= this.#untilRestarted().finally(() => (this.#restarting = null))
  }

  async #untilRestarted(): Promise<void> {
    const { cluster, observe, times } = this.#options
    const started = performance.now()
    for (let attempt = 1; this.#isWanted; attempt += 1) {
      if (attempt > 1) await this.#backOff(attempt, times)
      if (!this.#isWanted) return
      try {
        await endOrphan(cluster.folder, cluster.socketFolder)
        await this.#launch()
        observe({ kind: 'database.restarted', attempt, ms: Math.round(performance.now() - started) })
        return
      } catch (error) {
        observe({ kind: 'database.restart-failed', attempt, error: (error as Error).message })
      }
    }
  }

  async #backOff(attempt: number, { firstBackOff, longestBackOff }: WatchdogTimes): Promise<void> {
    const delay = Math.min(firstBackOff * 2 ** (attempt - 2), longestBackOff)
    await wait(delay, undefined, { signal: this.#stopping.signal }).catch(() => {})
  }

  #watch(): void {
    const { checkEvery } = this.#options.times
    this.#watchdog = setTimeout(() => void this.#check(), checkEvery).unref()
  }

  async #check(): Promise<void> {
    const { observe, log } = this.#options
    const watched = this.#process
    await log.rotate().catch(() => {})
    this.#silences = (await this.#isSilent()) ? this.#silences + 1 : 0
    if (this.#silences > SILENCES_ALLOWED && watched !== null && this.#isWanted) {
      this.#silences = 0
      observe({ kind: 'database.lost', reason: 'no answer' })
      this.#isWanted = false
      // Should killing fail, the restart ends what is left before it begins.
      await watched.kill().catch(() => {})
      this.resume()
    }
    if (!this.#stopping.signal.aborted) this.#watch()
  }

  async #isSilent(): Promise<boolean> {
    const { cluster, times } = this.#options
    if (this.#process === null || this.#process.hasExited || this.#restarting !== null) return false
    const asked = performance.now()
    const pulse = await ping(cluster, times.answerWithin)
    // When this very process was suspended, the time that passed says nothing about PostgreSQL.
    const wasSuspended = performance.now() - asked > times.answerWithin * 3
    return pulse === 'silent' && !wasSuspended
  }
}
