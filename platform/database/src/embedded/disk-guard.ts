import { randomBytes } from 'node:crypto'
import { open, rm, stat, statfs } from 'node:fs/promises'
import { join } from 'node:path'

import type { DiskLimits } from '../config.ts'
import type { DatabaseEvent, DiskState } from '../events.ts'
import { EmbeddedPostgresError } from './errors.ts'

export interface Brake {
  pause(): Promise<void>
  resume(): void
}

export interface DiskGuardOptions {
  readonly folder: string
  readonly limits: DiskLimits
  readonly observe: (event: DatabaseEvent) => void
}

const MEBIBYTE = 1024 * 1024
/** Space must exceed a limit by this share before the limit counts as respected again. */
const HYSTERESIS = 1.1

/**
 * Keeps the disk from filling up under PostgreSQL, which would end in a crash and, on a full disk, could not start
 * again: first writes are refused, then PostgreSQL is stopped in good order. A ballast file is given up when a start
 * finds the disk full; until there is room again, reading goes on in what it leaves.
 */
export class DiskGuard implements AsyncDisposable {
  readonly #options: DiskGuardOptions
  readonly #ballast: string
  #state: DiskState = 'writable'
  #isRescue = false
  #timer: NodeJS.Timeout | undefined
  #checking: Promise<void> = Promise.resolve()
  #brake: Brake = { pause: async () => {}, resume: () => {} }

  constructor(options: DiskGuardOptions) {
    this.#options = options
    this.#ballast = join(options.folder, 'ballast')
  }

  get isReadOnly(): boolean {
    return this.#state !== 'writable'
  }

  /** @throws {EmbeddedPostgresError} when there is no room even without the ballast */
  async beforeStart(): Promise<void> {
    const { folder, limits } = this.#options
    let free = await this.#freeBytes()
    if (free < limits.stopBelow) {
      await this.#releaseBallast()
      free = await this.#freeBytes()
    }
    if (free < this.#leastToRun) {
      throw new EmbeddedPostgresError(
        `The disk of ${folder} is full (${mebibytes(free)} MiB free). Free at least ${mebibytes(limits.readOnlyBelow)} MiB`,
      )
    }
    await this.#apply(free)
  }

  watch(brake: Brake): void {
    this.#brake = brake
    this.#timer = setInterval(() => void this.check(), this.#options.limits.checkEvery).unref()
    void this.check()
  }

  check(): Promise<void> {
    this.#checking = this.#checking.then(async () => this.#apply(await this.#freeBytes())).catch(() => {})
    return this.#checking
  }

  async [Symbol.asyncDispose](): Promise<void> {
    clearInterval(this.#timer)
    await this.#checking
  }

  get #leastToRun(): number {
    const { stopBelow, ballast } = this.#options.limits
    return this.#isRescue ? ballast / 4 : stopBelow
  }

  async #apply(free: number): Promise<void> {
    const { observe } = this.#options
    const before = this.#state
    this.#state = this.#stateFor(free)
    if (this.#state === 'writable') await this.#restoreBallast(free)
    if (this.#state === before) return
    if (this.#state === 'writable') observe({ kind: 'database.disk-recovered', freeBytes: free })
    else observe({ kind: 'database.disk-low', freeBytes: free, state: this.#state })
    if (this.#state === 'stopped') await this.#brake.pause()
    if (before === 'stopped') this.#brake.resume()
  }

  #stateFor(free: number): DiskState {
    const limit = (bytes: number, isBelow: boolean) => free < (isBelow ? bytes * HYSTERESIS : bytes)
    if (limit(this.#leastToRun, this.#state === 'stopped')) return 'stopped'
    return limit(this.#options.limits.readOnlyBelow, this.#state !== 'writable') ? 'read-only' : 'writable'
  }

  async #freeBytes(): Promise<number> {
    const { bavail, bsize } = await statfs(this.#options.folder)
    return bavail * bsize
  }

  async #releaseBallast(): Promise<void> {
    const isThere = await stat(this.#ballast).catch(() => null)
    if (isThere === null) return
    await rm(this.#ballast)
    this.#isRescue = true
    this.#options.observe({ kind: 'database.ballast-released' })
  }

  /** Random bytes: zeros would take no room on a file system that compresses. */
  async #restoreBallast(free: number): Promise<void> {
    const { ballast, readOnlyBelow } = this.#options.limits
    if (free < readOnlyBelow * HYSTERESIS + ballast) return
    this.#isRescue = false
    const size = (await stat(this.#ballast).catch(() => null))?.size ?? 0
    if (size >= ballast) return
    const file = await open(this.#ballast, 'w', 0o600)
    try {
      const block = randomBytes(Math.min(MEBIBYTE, ballast))
      for (let written = 0; written < ballast; written += block.length) await file.write(block)
      await file.sync()
    } finally {
      await file.close()
    }
  }
}

const mebibytes = (bytes: number) => Math.round(bytes / MEBIBYTE)
