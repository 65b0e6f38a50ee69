/**
 * Spans of what this process does, by the W3C's trace context. A trace is told when it is one of the few that are, when whoever
 * asks has theirs told, or when something in it failed; so its spans wait here until its first one ends.
 */
import { AsyncLocalStorage } from 'node:async_hooks'
import { randomBytes } from 'node:crypto'

export type Attributes = Readonly<Record<string, string | number | boolean>>

/** As OpenTelemetry numbers them. */
export const spanKinds = { internal: 1, server: 2, client: 3 } as const

export interface EndedSpan {
  readonly traceId: string
  readonly spanId: string
  readonly parentId: string | null
  readonly name: string
  readonly kind: number
  readonly startedAt: number
  readonly endedAt: number
  readonly attributes: Attributes
  readonly hasFailed: boolean
}

export interface Span {
  end(outcome: { readonly hasFailed: boolean; readonly attributes?: Attributes }): void
  /** What is begun in there belongs to it. */
  run<T>(work: () => T): T
}

interface Trace {
  readonly id: string
  readonly isChosen: boolean
  hasFailed: boolean
  readonly ended: EndedSpan[]
}

interface Context {
  readonly trace: Trace
  readonly spanId: string
}

export interface TracerOptions {
  /** Of a hundred traces that nobody else began, how many are told. */
  readonly percent: number
  readonly tell: (spans: readonly EndedSpan[]) => void
  readonly random?: () => number
}

interface Beginning {
  readonly name: string
  readonly kind: number
  readonly attributes?: Attributes
  /** Of whoever asks. */
  readonly traceparent?: string | undefined
  /** Belongs to that alone, whatever happens just now. */
  readonly isApart?: boolean
}

/** More of one trace are not kept: a loop would fill the memory. */
const mostSpans = 500
const form = /^00-([0-9a-f]{32})-([0-9a-f]{16})-([0-9a-f]{2})$/

export class Tracer {
  readonly #options: TracerOptions
  readonly #contexts = new AsyncLocalStorage<Context>()

  constructor(options: TracerOptions) {
    this.#options = options
  }

  /** What is asked elsewhere on behalf of what happens just now; null where nothing is followed. */
  traceparent(): string | null {
    const context = this.#contexts.getStore()
    if (context === undefined) return null
    return `00-${context.trace.id}-${context.spanId}-${context.trace.isChosen ? '01' : '00'}`
  }

  get isWithin(): boolean {
    return this.#contexts.getStore() !== undefined
  }

  begin({ name, kind, attributes = {}, traceparent, isApart = false }: Beginning): Span {
    const above = isApart ? undefined : this.#contexts.getStore()
    const [, traceId, parentId = null, flags = '00'] = form.exec(traceparent ?? '') ?? []
    const isFirst = above === undefined
    const trace =
      above?.trace ?? this.#newTrace(traceId, traceId !== undefined && (Number.parseInt(flags, 16) & 1) === 1)
    const spanId = randomBytes(8).toString('hex')
    const startedAt = Date.now()
    const began = performance.now()
    let isOver = false
    return {
      end: ({ hasFailed, attributes: more }) => {
        if (isOver) return
        isOver = true
        const facts = { traceId: trace.id, spanId, parentId: above?.spanId ?? parentId, name, kind, hasFailed }
        const endedAt = startedAt + (performance.now() - began)
        trace.hasFailed ||= hasFailed
        if (trace.ended.length < mostSpans)
          trace.ended.push({ ...facts, startedAt, endedAt, attributes: { ...attributes, ...more } })
        if (isFirst) this.#finish(trace)
      },
      run: (work) => this.#contexts.run({ trace, spanId }, work),
    }
  }

  /** A span around work that resolves or fails. */
  async around<T>(beginning: Beginning, work: () => Promise<T>): Promise<T> {
    const span = this.begin(beginning)
    try {
      const result = await span.run(work)
      span.end({ hasFailed: false })
      return result
    } catch (error) {
      span.end({ hasFailed: true, attributes: { 'error.type': error instanceof Error ? error.name : typeof error } })
      throw error
    }
  }

  #newTrace(id: string | undefined, isChosen: boolean): Trace {
    const { percent, random = Math.random } = this.#options
    return {
      id: id ?? randomBytes(16).toString('hex'),
      isChosen: isChosen || random() * 100 < percent,
      hasFailed: false,
      ended: [],
    }
  }

  #finish(trace: Trace): void {
    if (trace.isChosen || trace.hasFailed) this.#options.tell(trace.ended.splice(0))
    else trace.ended.length = 0
  }
}
