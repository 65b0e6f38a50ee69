/** Takes jobs as long as there are some, keeps their leases, and gives them back when it is told to end. */
import { setTimeout as delay } from 'node:timers/promises'

import type { SupabaseClient } from '@supabase/supabase-js'

import { workerClient } from '../../clients.ts'
import { continueTrace, tellsTraces } from '../../edge-runtime.ts'
import { callRpc } from '../../rpc.ts'
import { observeGeneration } from '../generation-events.ts'
import { readGenerationSettings } from '../generation-settings.ts'
import { generationsLeft } from '../generations-left.ts'
import type { Beat, Work } from '../queue.ts'
import { JobProgress } from './job-progress.ts'
import { runJob, type Job, type StopReason } from './run-job.ts'

/** How often progress is looked at, and how often a worker that has nothing to tell says that it lives. */
const lookEveryMs = 250
const beatEveryMs = 1000
const unwindMs = 2000

export class Worker {
  readonly #id = crypto.randomUUID()
  readonly #jobs = new Map<string, Job>()
  readonly #ends = new Set<Promise<void>>()
  #isStopped = false
  #isWanted = false
  #retryAt: number | null = null
  #draining: Promise<void> | null = null
  #beating: Promise<void> | null = null
  #change = Promise.withResolvers<void>()

  /** Has it look at the queue. Resolves when nothing is left to do here; null where it is at it already. */
  drain(): Promise<void> | null {
    this.#isWanted = true
    this.#rouse()
    if (this.#draining !== null) return null
    this.#draining = this.#work()
    return this.#draining
  }

  /** Leaves everything to others, at once. */
  async stop(): Promise<void> {
    this.#isStopped = true
    const clients = new Set([...this.#jobs.values()].map(({ client }) => client))
    for (const { stop } of this.#jobs.values()) stop('stopping')
    this.#rouse()
    await Promise.race([Promise.all(this.#ends), delay(unwindMs)])
    for (const client of clients) await callRpc(client, 'return_generations', { p_worker: this.#id })
  }

  async #work(): Promise<void> {
    do {
      const { promise: changed } = this.#change
      this.#isWanted = false
      if (this.#retryAt !== null && this.#retryAt <= performance.now()) this.#retryAt = null
      await this.#fill().catch((error: unknown) => tellUnheard(error))
      if (this.#jobs.size > 0) this.#beating ??= this.#beatWhileBusy()
      if (this.#isBusy() && !this.#isWanted) await Promise.race([changed, ...this.#untilRetry()])
      if (!this.#isBusy()) await this.#beating
    } while (!this.#isStopped && (this.#isWanted || this.#isBusy()))
    this.#draining = null
  }

  #isBusy(): boolean {
    return this.#jobs.size > 0 || this.#retryAt !== null
  }

  #untilRetry(): Promise<void>[] {
    return this.#retryAt === null ? [] : [delay(Math.max(0, this.#retryAt - performance.now()))]
  }

  #rouse(): void {
    this.#change.resolve()
    this.#change = Promise.withResolvers()
  }

  async #fill(): Promise<void> {
    const { concurrency, leaseSeconds } = readGenerationSettings()
    const params = { p_worker: this.#id, p_lease_seconds: leaseSeconds }
    while (!this.#isStopped && this.#jobs.size < concurrency) {
      const client = workerClient()
      const work = await callRpc(client, 'claim_generation', params)
      if (work === null) return
      // NOTE: where this process tells of traces, its requests say by themselves what they are part of.
      const { traceparent } = work
      this.#begin(work, traceparent === null || tellsTraces() ? client : workerClient(traceparent))
    }
  }

  #begin(work: Work, client: SupabaseClient): void {
    const controller = new AbortController()
    const stop = (why: StopReason) => controller.abort(why)
    const progress = new JobProgress(work.n_images, work.done)
    const job: Job = { work, worker: this.#id, client, signal: controller.signal, progress, stop }
    // NOTE: a worker that was silent for the length of its lease may be given its own job again.
    this.#jobs.get(work.generation_id)?.stop('lost')
    this.#jobs.set(work.generation_id, job)
    if (this.#isStopped) stop('stopping')
    const end = this.#carryOut(job).finally(() => {
      if (this.#jobs.get(work.generation_id) === job) this.#jobs.delete(work.generation_id)
      this.#ends.delete(end)
      generationsLeft.dispatchEvent(new Event(work.generation_id))
      this.#rouse()
    })
    this.#ends.add(end)
  }

  async #carryOut(job: Job): Promise<void> {
    const startedAt = performance.now()
    const facts = { job: job.work.generation_id, attempt: job.work.attempt }
    try {
      const end = await continueTrace(job.work.traceparent, 'picture job', () => runJob(job))
      if (end.kind === 'retry') this.#retryAt = Math.min(this.#retryAt ?? Infinity, performance.now() + end.inMs)
      observeGeneration({
        kind: 'generation.left',
        ...facts,
        end: end.kind,
        ms: Math.round(performance.now() - startedAt),
      })
    } catch (error) {
      // NOTE: the lease runs out, and the next attempt finds what this one has stored.
      observeGeneration({ kind: 'generation.dropped', ...facts, why: reasonOf(error) })
    }
  }

  async #beatWhileBusy(): Promise<void> {
    let spokenAt = performance.now()
    while (this.#jobs.size > 0) {
      await delay(lookEveryMs)
      const isDue = performance.now() - spokenAt >= beatEveryMs
      if (isDue) spokenAt = performance.now()
      const byClient = Map.groupBy(this.#jobs.values(), ({ client }) => client)
      for (const [client, jobs] of byClient) await this.#beat(client, jobs, isDue).catch(tellUnheard)
    }
    this.#beating = null
  }

  async #beat(client: SupabaseClient, jobs: readonly Job[], isDue: boolean): Promise<void> {
    const beats: Beat[] = []
    for (const { work, progress } of jobs) {
      const news = await progress.take()
      if (isDue || news !== null) beats.push({ generation_id: work.generation_id, attempt: work.attempt, ...news })
    }
    if (beats.length === 0) return
    const { leaseSeconds } = readGenerationSettings()
    const params = { p_worker: this.#id, p_beats: beats, p_lease_seconds: leaseSeconds }
    const verdicts = await callRpc(client, 'beat_generations', params)
    for (const [generation, verdict] of Object.entries(verdicts)) {
      if (verdict === 'cancel' || verdict === 'lost') this.#jobs.get(generation)?.stop(verdict)
    }
  }
}

function tellUnheard(error: unknown): void {
  observeGeneration({ kind: 'generation.unheard', why: reasonOf(error) })
}

function reasonOf(error: unknown): string {
  return error instanceof Error ? `${error.name}: ${error.message}` : String(error)
}
