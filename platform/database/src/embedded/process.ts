import { spawn, type ChildProcess } from 'node:child_process'
import { setTimeout as wait } from 'node:timers/promises'

import { PORT, dataArgument, spawnOptions, type Cluster } from './cluster.ts'
import { EmbeddedPostgresError } from './errors.ts'
import type { LogFile } from './log-file.ts'
import { killAllOf } from './orphan.ts'
import { ping } from './ping.ts'

const READY_WITHIN = 120_000
const READY_POLL = 20
const LONGEST_READY_POLL = 200
const ANSWER_WITHIN = 1_000
const STOP_WITHIN = 10_000
const QUIT_WITHIN = 6_000
const COMPLAINT_LINES = 6

/** The postmaster of one cluster, as our child. */
export class PostgresProcess {
  readonly #cluster: Cluster
  readonly #child: ChildProcess
  readonly #log: LogFile
  readonly #logStart: number
  /** Resolves with the way it ended. */
  readonly exited: Promise<string>

  private constructor(cluster: Cluster, child: ChildProcess, log: LogFile, logStart: number) {
    this.#cluster = cluster
    this.#child = child
    this.#log = log
    this.#logStart = logStart
    this.exited = new Promise((resolve) => {
      child.once('error', (error) => resolve(error.message))
      child.once('exit', (code, signal) => resolve(signal ?? `exit code ${code}`))
    })
    const endWithUs = () => child.kill('SIGINT')
    process.once('exit', endWithUs)
    void this.exited.then(() => process.off('exit', endWithUs))
  }

  static async launch(cluster: Cluster, settings: Readonly<Record<string, string>>, log: LogFile) {
    const args = ['-D', dataArgument(cluster), '-p', String(PORT)]
    for (const [name, value] of Object.entries(settings)) args.push('-c', `${name}=${value}`)
    await using output = await log.open()
    const start = await log.size()
    const child = spawn(cluster.binaries.postgres, args, {
      ...spawnOptions(cluster),
      stdio: ['ignore', 'ignore', output.fd],
      // In a session of its own: Ctrl-C is for the server, which stops PostgreSQL when it has answered everybody.
      detached: true,
    })
    return new PostgresProcess(cluster, child, log, start)
  }

  get pid(): number | undefined {
    return this.#child.pid
  }

  get hasExited(): boolean {
    const { exitCode, signalCode, pid } = this.#child
    return exitCode !== null || signalCode !== null || pid === undefined
  }

  async untilReady(): Promise<void> {
    const deadline = Date.now() + READY_WITHIN
    let poll = READY_POLL
    while ((await ping(this.#cluster, ANSWER_WITHIN)) !== 'ready') {
      if (this.hasExited) throw new EmbeddedPostgresError(`PostgreSQL did not start: ${await this.#lastWords()}`)
      if (Date.now() > deadline) throw new EmbeddedPostgresError('PostgreSQL is not ready after two minutes')
      await wait(poll)
      poll = Math.min(poll * 1.2, LONGEST_READY_POLL)
    }
  }

  /** Fast shutdown: open transactions are rolled back, a checkpoint is written. */
  async stop(): Promise<void> {
    if (this.hasExited) return
    this.#child.kill('SIGINT')
    if (!(await this.hasExitedWithin(STOP_WITHIN))) await this.kill()
  }

  /** For one that does not answer. What was committed is in the write-ahead log; the next start recovers it. */
  async kill(): Promise<void> {
    if (this.hasExited) return
    this.#child.kill('SIGQUIT')
    // A stopped process acts on a signal only when it goes on.
    this.#child.kill('SIGCONT')
    if (await this.hasExitedWithin(QUIT_WITHIN)) return
    this.#child.kill('SIGKILL')
    await this.exited
    await killAllOf(this.#cluster.folder)
  }

  async hasExitedWithin(within: number): Promise<boolean> {
    const timer = new AbortController()
    const late = wait(within, false, { signal: timer.signal }).catch(() => false)
    const isInTime = await Promise.race([this.exited.then(() => true), late])
    timer.abort()
    return isInTime
  }

  /** What it complained of itself, without the lines about clients that came too early. */
  async #lastWords(): Promise<string> {
    const lines = (await this.#log.readFrom(this.#logStart)).split('\n')
    const words = lines.filter((line) => /(FATAL|PANIC|HINT|postgres):/.test(line) && !/\] \S+@\S+ /.test(line))
    return words.slice(-COMPLAINT_LINES).join('\n') || (await this.exited)
  }
}
