import { spawn, type ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import { setTimeout as wait } from 'node:timers/promises'

import { PORT, dataArgument, spawnOptions, type Cluster } from './cluster.ts'
import { EmbeddedPostgresError } from './errors.ts'
import { killAllOf } from './orphan.ts'
import { ping } from './ping.ts'

const READY_WITHIN = 120_000
const READY_POLL = 20
const ANSWER_WITHIN = 1_000
const STOP_WITHIN = 10_000
const QUIT_WITHIN = 6_000
const COMPLAINT_KEPT = 4_000

/** The postmaster of one cluster, as our child. */
export class PostgresProcess {
  readonly #cluster: Cluster
  readonly #child: ChildProcess
  /** Resolves with the way it ended. */
  readonly exited: Promise<string>
  #complaint = ''

  constructor(cluster: Cluster, settings: Readonly<Record<string, string>>) {
    this.#cluster = cluster
    const args = ['-D', dataArgument(cluster), '-p', String(PORT)]
    for (const [name, value] of Object.entries(settings)) args.push('-c', `${name}=${value}`)
    this.#child = spawn(cluster.binaries.postgres, args, {
      ...spawnOptions(cluster),
      stdio: ['ignore', 'ignore', 'pipe'],
      // In a session of its own: Ctrl-C is for the server, which stops PostgreSQL when it has answered everybody.
      detached: true,
    })
    this.#child.stderr?.setEncoding('utf8').on('data', (text: string) => {
      this.#complaint = (this.#complaint + text).slice(-COMPLAINT_KEPT)
    })
    this.exited = new Promise((resolve) => {
      this.#child.once('error', (error) => resolve(error.message))
      this.#child.once('exit', (code, signal) => resolve(signal ?? `exit code ${code}`))
    })
    const endWithUs = () => this.#child.kill('SIGINT')
    process.once('exit', endWithUs)
    void this.exited.then(() => process.off('exit', endWithUs))
  }

  get hasExited(): boolean {
    const { exitCode, signalCode, pid } = this.#child
    return exitCode !== null || signalCode !== null || pid === undefined
  }

  async untilReady(): Promise<void> {
    const deadline = Date.now() + READY_WITHIN
    while ((await ping(this.#cluster, ANSWER_WITHIN)) !== 'ready') {
      if (this.hasExited) throw new EmbeddedPostgresError(`PostgreSQL did not start: ${await this.#lastWords()}`)
      if (Date.now() > deadline) throw new EmbeddedPostgresError('PostgreSQL is not ready after two minutes')
      await wait(READY_POLL)
    }
  }

  /** Fast shutdown: open transactions are rolled back, a checkpoint is written. */
  async stop(): Promise<void> {
    if (this.hasExited) return
    this.#child.kill('SIGINT')
    if (!(await this.#hasExitedWithin(STOP_WITHIN))) await this.kill()
  }

  /** For one that does not answer. What was committed is in the write-ahead log; the next start recovers it. */
  async kill(): Promise<void> {
    if (this.hasExited) return
    this.#child.kill('SIGQUIT')
    // A stopped process acts on a signal only when it goes on.
    this.#child.kill('SIGCONT')
    if (await this.#hasExitedWithin(QUIT_WITHIN)) return
    this.#child.kill('SIGKILL')
    await this.exited
    await killAllOf(this.#cluster.folder)
  }

  async #hasExitedWithin(within: number): Promise<boolean> {
    const timer = new AbortController()
    const late = wait(within, false, { signal: timer.signal }).catch(() => false)
    const isInTime = await Promise.race([this.exited.then(() => true), late])
    timer.abort()
    return isInTime
  }

  async #lastWords(): Promise<string> {
    if (this.#child.pid !== undefined && !this.#child.stderr?.readableEnded) {
      await Promise.race([once(this.#child, 'close'), wait(500)])
    }
    return this.#complaint.trim() || (await this.exited)
  }
}
