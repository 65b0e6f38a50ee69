/**
 * The one interface behind which every image engine stands. An engine makes one picture per order; several pictures are
 * several orders, so that one failure never loses the others.
 */
import type { ReferenceRole, referenceTypes } from '../contract/src/index.ts'

export type ReferenceType = (typeof referenceTypes)[number]

export interface Reference {
  /** Encoded, at most 10 MiB and 40 million pixels. */
  readonly file: Uint8Array
  readonly type: ReferenceType
  /** What it is for; `auto` leaves it to the engine. */
  readonly role: ReferenceRole
  /** 0 (hardly) … 1 (as closely as the engine can); `defaultInfluence` is the engine's own way. */
  readonly influence: number
}

export interface ImageOrder {
  /** The job's uuid: engines that let the client name its work take it, so that a second attempt finds the first. */
  readonly jobId: string
  readonly prompt: string
  readonly negativePrompt: string | null
  readonly width: number
  readonly height: number
  /** 32 bits, unsigned. */
  readonly seed: number
  /** Three at most, in the person's order. */
  readonly references: readonly Reference[]
}

/** Stages that people are told of; an engine reports those it passes, in this order. */
export const engineStages = ['queued', 'preparing', 'composing', 'painting', 'finishing', 'encoding'] as const
export type EngineStage = (typeof engineStages)[number]

export interface EngineProgress {
  /** 0 … 1, or null while nobody can tell. */
  readonly share: number | null
  readonly stage: EngineStage
  /** A small encoded picture (JPEG, PNG or WebP) of the work so far. */
  readonly preview?: Uint8Array
  /** At stage `queued`, where the engine tells: how many are before it, 0 for the next one. */
  readonly position?: number
}

export interface ImageContext {
  /**
   * Aborts when the person cancels or the time is over, and the engine stops upstream, too; or with a `LeavingReason`, and
   * what was begun upstream goes on for whoever takes it up.
   */
  readonly signal: AbortSignal
  /** May be called as often as the engine likes; never throws. */
  readonly onProgress: (progress: EngineProgress) => void
  /**
   * What an earlier attempt had saved: the engine takes that work up instead of starting anew, unless it has failed or is
   * no longer known upstream.
   */
  readonly upstreamId: string | null
  /** Called before waiting, so that work that is paid for is found again after a crash. */
  readonly saveUpstreamId: (id: string) => Promise<void>
}

/** Why a worker leaves a job to another one: it has lost its lease, or its process ends. */
const leavingReasons = ['lost', 'stopping'] as const
export type LeavingReason = (typeof leavingReasons)[number]

/** Another worker takes up, or has taken up, what was begun upstream: ending it would end theirs. */
export function isLeftToOthers({ reason }: AbortSignal): boolean {
  return leavingReasons.includes(reason as LeavingReason)
}

/** How one reference was used, or why not. Every reference of an order has one; none is dropped silently. */
export interface ReferenceReceipt {
  /** From 1, in the order's order. */
  readonly position: number
  readonly used: boolean
  /** A stable code: `init`, `style`, `ip-adapter`, `edit-input`, … or why it was left out: `engine-takes-one`, … */
  readonly as: string
  /** A sentence for the person, in French. */
  readonly note: string
}

export interface EngineImage {
  /** Encoded, in any format that sharp reads; `picture-file.ts` makes our file of it. */
  readonly file: Uint8Array
  /** The one that was really used; null where the engine does not tell. */
  readonly seed: number | null
  /** What the engine tells about its work; shown to the person. Never a prompt, a key or an address. */
  readonly facts: Readonly<Record<string, unknown>>
  readonly receipts: readonly ReferenceReceipt[]
  /** Sentences for the person, in French: what the engine could not honour. */
  readonly warnings: readonly string[]
}

export interface EngineCapabilities {
  /** How many references of an order are really sent. */
  readonly references: 0 | 1 | 2 | 3
  /** Roles and influence change what comes out. */
  readonly roles: boolean
  readonly influence: boolean
  readonly masks: boolean
  /** `prompt`: folded into the prompt as « Éviter : … ». */
  readonly negativePrompt: 'native' | 'prompt' | 'none'
  readonly seed: boolean
  /** `exact`: the order's width and height; `ratio`: the nearest of its ratios; or the nearest of a list. */
  readonly size: 'exact' | 'ratio' | readonly `${number}x${number}`[]
  /** Pictures of one request to the engine; ours are requests of one each. */
  readonly count: number
  readonly progress: 'real' | 'estimated'
  /** Whether an abort also ends the work upstream. */
  readonly cancel: 'upstream' | 'local'
}

export interface ImageEngine {
  /** As in IMAGE_ENGINE. */
  readonly name: string
  /** What people read, in French. */
  readonly label: string
  /** False: nothing of it was trained on other people's pictures. */
  readonly isNeural: boolean
  /** Orders that it works on at once; where absent, `IMAGE_CONCURRENCY` decides. The chain never sends more. */
  readonly concurrency?: number
  capabilities(): EngineCapabilities
  /** @throws {EngineError} and nothing else, but for an aborted signal, which rejects with its reason */
  generate(order: ImageOrder, context: ImageContext): Promise<EngineImage>
}

/**
 * - `reference_type`, `reference_too_large`, `invalid_request`: the order is at fault; no other engine is asked.
 * - `moderation_blocked`: refused for what it shows; no other engine is asked. `block` says by which rule.
 * - `engine_busy`, `engine_failed`, `engine_timeout`, `empty_result`: the engine is at fault; the next one may take over.
 */
export type EngineProblem =
  | 'reference_type'
  | 'reference_too_large'
  | 'invalid_request'
  | 'moderation_blocked'
  | 'engine_busy'
  | 'engine_failed'
  | 'engine_timeout'
  | 'empty_result'

/** Which rule refused, and the words that it found (none where a provider refused). */
export interface Block {
  readonly rule: string
  readonly terms: readonly string[]
}

interface EngineErrorOptions {
  readonly cause?: unknown
  /** Whether the same engine may be asked again; by default the problem decides. */
  readonly isRetryable?: boolean
  /** A setting, a key, an account, a model's name: no attempt mends it, another engine may do better. */
  readonly isOperatorsFault?: boolean
  /** What the engine itself asked for, by `Retry-After`. */
  readonly retryAfterMs?: number
  readonly block?: Block
  /** The engine's own status or code, for the log; never its words, which may hold a prompt or a key. */
  readonly upstream?: string
}

const retryable: ReadonlySet<EngineProblem> = new Set(['engine_busy', 'engine_failed', 'empty_result'])
const ordersFault: ReadonlySet<EngineProblem> = new Set([
  'reference_type',
  'reference_too_large',
  'invalid_request',
  'moderation_blocked',
])

/** `message` is in English, for logs and developers, and never holds a key, a header or a prompt (THREATS F-14). */
export class EngineError extends Error {
  override readonly name = 'EngineError'
  readonly problem: EngineProblem
  readonly isRetryable: boolean
  readonly isOperatorsFault: boolean
  readonly retryAfterMs: number | null
  readonly block: Block | null
  readonly upstream: string | null

  constructor(problem: EngineProblem, message: string, options: EngineErrorOptions = {}) {
    super(message, { cause: options.cause })
    this.problem = problem
    this.isOperatorsFault = options.isOperatorsFault ?? false
    this.isRetryable = options.isRetryable ?? (!this.isOperatorsFault && retryable.has(problem))
    this.retryAfterMs = options.retryAfterMs ?? null
    this.block = options.block ?? null
    this.upstream = options.upstream ?? null
  }

  /** Another engine would meet the same refusal. */
  get isOrdersFault(): boolean {
    return ordersFault.has(this.problem)
  }

  /** Who can mend it. */
  get fault(): 'order' | 'operator' | 'engine' {
    if (this.isOrdersFault) return 'order'
    return this.isOperatorsFault ? 'operator' : 'engine'
  }
}
