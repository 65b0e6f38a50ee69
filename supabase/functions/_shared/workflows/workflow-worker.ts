/** Takes up the steps that are due as long as there are some, and gives them back when it is told to end. */
import { setTimeout as delay } from 'node:timers/promises'

import { serviceClient } from '../clients.ts'
import type { StepKind } from '../contract/src/index.ts'
import { readGenerationSettings } from '../generation/generation-settings.ts'
import { waitForGeneration } from '../generation/wait-for-generation.ts'
import { createObserve } from '../observe.ts'
import { callRpc } from '../rpc.ts'
import type { StepEnd, StepWork } from './step-work.ts'

/** What the operator is told. */
type WorkflowJobEvent =
  | {
      readonly kind: 'workflow.step'
      readonly run: string
      readonly step: number
      readonly does: StepKind
      /** `ordered`: a picture is being made, and ends the step itself. */
      readonly end: 'over' | 'ordered' | 'put-off' | 'lost'
      readonly ms: number
    }
  /** By an unforeseen error: the lease runs out, and the step is taken up again. */
  | { readonly kind: 'workflow.dropped'; readonly run: string; readonly step: number; readonly why: string }
  /** The database did not answer. */
  | { readonly kind: 'workflow.unheard'; readonly why: string }

const observeWorkflow = createObserve<WorkflowJobEvent>(({ kind }) => (kind === 'workflow.step' ? 'info' : 'warn'))

/** Steps at work here at once. Those whose picture is being made do not count: they wait elsewhere. */
const atOnce = 4
const unwindMs = 2000

export class WorkflowWorker {
  readonly id = crypto.randomUUID()
  readonly #stopping = new AbortController()
  readonly #steps = new Set<Promise<unknown>>()
  readonly #waits = new Set<Promise<unknown>>()
  #isWanted = false
  #draining: Promise<void> | null = null
  #change = Promise.withResolvers<void>()

  /** Has it look at what is due. Resolves when nothing is left to do here; null where it is at it already. */
  drain(): Promise<void> | null {
    this.#isWanted = true
    this.#rouse()
    if (this.#draining !== null) return null
    this.#draining = this.#work()
    return this.#draining
  }

  /** Works on a step that this worker has been given. */
  async carryOut(work: StepWork): Promise<StepEnd> {
    const client = serviceClient()
    const startedAt = performance.now()
    const { run_id: run, step, kind: does } = work
    const over = new AbortController()
    const signal = AbortSignal.any([this.#stopping.signal, over.signal])
    const lease = this.#keepLease(work, over)
    try {
      // NOTE: loaded with the first step: a process where nobody runs workflows stays small.
      const { runStep } = await import('./run-step.ts')
      const end = await runStep({ work, worker: this.id, client, signal })
      if (end.kind === 'ordered') this.#follow(end.generationId)
      if (end.kind === 'put-off') this.#comeBack(end.refusal.retryAfter)
      observeWorkflow({
        kind: 'workflow.step',
        run,
        step,
        does,
        end: end.kind,
        ms: Math.round(performance.now() - startedAt),
      })
      return end
    } finally {
      over.abort()
      await lease
    }
  }

  /** Leaves everything to others, at once. */
  async stop(): Promise<void> {
    this.#stopping.abort(new DOMException('The process ends', 'AbortError'))
    this.#rouse()
    await Promise.race([Promise.all(this.#steps), delay(unwindMs)])
    await callRpc(serviceClient(), 'return_workflows', { p_worker: this.id })
  }

  get #isStopped(): boolean {
    return this.#stopping.signal.aborted
  }

  async #work(): Promise<void> {
    do {
      const { promise: changed } = this.#change
      this.#isWanted = false
      await this.#fill().catch(tellUnheard)
      if (this.#isBusy() && !this.#isWanted) await changed
    } while (!this.#isStopped && (this.#isWanted || this.#isBusy()))
    this.#draining = null
  }

  #isBusy(): boolean {
    return this.#steps.size > 0 || this.#waits.size > 0
  }

  #rouse(): void {
    this.#change.resolve()
    this.#change = Promise.withResolvers()
  }

  async #fill(): Promise<void> {
    const { leaseSeconds } = readGenerationSettings()
    while (!this.#isStopped && this.#steps.size < atOnce) {
      const params = { p_worker: this.id, p_lease_seconds: leaseSeconds }
      const work = await callRpc(serviceClient(), 'claim_workflow', params)
      if (work === null) return
      this.#begin(work)
    }
  }

  #begin(work: StepWork): void {
    const { run_id: run, step } = work
    const tellDropped = (error: unknown) =>
      observeWorkflow({ kind: 'workflow.dropped', run, step, why: reasonOf(error) })
    this.#track(this.#steps, this.carryOut(work).catch(tellDropped))
  }

  /** The end of a picture is the end of its step: then the next one is due. */
  #follow(generationId: string): void {
    this.#track(
      this.#waits,
      waitForGeneration(generationId, this.#stopping.signal).catch(() => {}),
    )
  }

  #comeBack(afterSeconds = 2): void {
    const pause = delay(afterSeconds * 1000, undefined, { signal: this.#stopping.signal })
    this.#track(
      this.#waits,
      pause.catch(() => {}),
    )
  }

  /** Its end may be what the next step waits for. */
  #track(among: Set<Promise<unknown>>, event: Promise<unknown>): void {
    const tracked = event.finally(() => {
      among.delete(tracked)
      this.#isWanted = true
      this.#rouse()
    })
    among.add(tracked)
  }

  async #keepLease({ run_id, fence }: StepWork, over: AbortController): Promise<void> {
    const { leaseSeconds } = readGenerationSettings()
    const params = { p_worker: this.id, p_fence: fence, p_run: run_id, p_lease_seconds: leaseSeconds }
    for (;;) {
      await delay((leaseSeconds * 1000) / 3, undefined, { signal: over.signal }).catch(() => {})
      if (over.signal.aborted) return
      const isKept = await callRpc(serviceClient(), 'extend_workflow', params).catch((error: unknown) => {
        tellUnheard(error)
        return true
      })
      if (!isKept) over.abort(new DOMException('Somebody else has it', 'AbortError'))
    }
  }
}

function tellUnheard(error: unknown): void {
  observeWorkflow({ kind: 'workflow.unheard', why: reasonOf(error) })
}

function reasonOf(error: unknown): string {
  return error instanceof Error ? `${error.name}: ${error.message}` : String(error)
}
