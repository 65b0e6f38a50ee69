/** Spans to a collector, as OTLP by HTTP in JSON: some every few seconds, and none kept for one that is away. */
import type { Attributes, EndedSpan } from './tracer.ts'

export interface OtlpOptions {
  /** Of the collector; `/v1/traces` below it. */
  readonly endpoint: string
  readonly headers: Readonly<Record<string, string>>
  /** What this process is. */
  readonly resource: Attributes
  readonly onUnsent: (count: number, error: unknown) => void
}

export interface Otlp extends AsyncDisposable {
  readonly tell: (spans: readonly EndedSpan[]) => void
}

const SEND_EVERY = 5_000
const SEND_WITHIN = 10_000
const MOST_WAITING = 5_000

export function openOtlp({ endpoint, headers, resource, onUnsent }: OtlpOptions): Otlp {
  let waiting: EndedSpan[] = []
  let dropped = 0
  const send = async () => {
    const spans = waiting
    waiting = []
    if (dropped > 0) onUnsent(dropped, new Error('More spans than are sent'))
    dropped = 0
    if (spans.length === 0) return
    try {
      const answer = await fetch(`${endpoint.replace(/\/$/, '')}/v1/traces`, {
        method: 'POST',
        headers: { ...headers, 'content-type': 'application/json' },
        body: JSON.stringify(toOtlp(spans, resource)),
        signal: AbortSignal.timeout(SEND_WITHIN),
      })
      await answer.body?.cancel()
      if (!answer.ok) throw new Error(`The collector answered ${answer.status}`)
    } catch (error) {
      onUnsent(spans.length, error)
    }
  }
  const sending = setInterval(() => void send(), SEND_EVERY).unref()
  return {
    tell: (spans) => {
      const room = MOST_WAITING - waiting.length
      waiting.push(...spans.slice(0, room))
      dropped += Math.max(0, spans.length - room)
    },
    [Symbol.asyncDispose]: async () => {
      clearInterval(sending)
      await send()
    },
  }
}

function toOtlp(spans: readonly EndedSpan[], resource: Attributes): object {
  const scopeSpans = [{ scope: { name: 'server' }, spans: spans.map(toSpan) }]
  return { resourceSpans: [{ resource: { attributes: toAttributes(resource) }, scopeSpans }] }
}

function toSpan({
  traceId,
  spanId,
  parentId,
  name,
  kind,
  startedAt,
  endedAt,
  attributes,
  hasFailed,
}: EndedSpan): object {
  return {
    traceId,
    spanId,
    ...(parentId !== null && { parentSpanId: parentId }),
    name,
    kind,
    startTimeUnixNano: nanos(startedAt),
    endTimeUnixNano: nanos(endedAt),
    attributes: toAttributes(attributes),
    status: hasFailed ? { code: 2 } : {},
  }
}

const nanos = (ms: number) => `${Math.round(ms * 1_000)}000`

function toAttributes(attributes: Attributes): object[] {
  return Object.entries(attributes).map(([key, value]) => ({ key, value: toValue(value) }))
}

function toValue(value: Attributes[string]): object {
  if (typeof value === 'string') return { stringValue: value }
  if (typeof value === 'boolean') return { boolValue: value }
  return Number.isInteger(value) ? { intValue: String(value) } : { doubleValue: value }
}
