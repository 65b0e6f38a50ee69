/** One order for pictures and what becomes of it: a small state machine, pure. Rows are the truth, events are hints. */
import type {
  FunctionErrorCode,
  GenerationAccepted,
  GenerationMode,
  GenerationProgress,
  GenerationSource,
  GenerationStatus,
  LackingVerdict,
  LikenessAnswer,
  PicturePlan,
  PromptTranslation,
  ReferenceRole,
} from '@product/contract'

import type { StoredImage } from '#entities/image/image-source.ts'

export interface OrderedReference {
  /** The picture itself, as long as it has not been sent; `null` where only its address is known. */
  file: Blob | null
  url: string | null
  role: ReferenceRole
  /** 0 to 1. */
  influence: number
  /** Of a photograph that somebody brings: who is in it, as they say. */
  shows?: LikenessAnswer | null
}

export interface CreationOrder {
  prompt: string
  negativePrompt: string | null
  mode: GenerationMode
  width: number
  height: number
  count: number
  /** `null`: a new one for each picture. */
  seed: number | null
  source: GenerationSource
  /** The post that is remixed. */
  remixOf: string | null
  references: readonly OrderedReference[]
  /** What the person was told that it lacks. */
  accepts?: LackingVerdict | null
  /** What it is painted by, where the prompt is in a language that is not read. */
  translation?: PromptTranslation | null
}

export interface CreatedImage extends StoredImage {
  id: string
  seed: number | null
}

export interface CreationProblem {
  /** `upload`: a reference did not reach the storage; `unknown`: nobody expected it; null: the generator gave none. */
  code: FunctionErrorCode | 'network' | 'upload' | 'unknown' | null
  /** The technical line (spec §7, §8), shown under « Détails ». */
  message: string
  rule?: string | undefined
  terms?: readonly string[] | undefined
  retryAfter?: number | undefined
}

/** What became of one reference; `null` until the engine has said so. */
export interface Receipt {
  position: number
  role: ReferenceRole
  influence: number
  used: boolean | null
  note: string | null
}

/** `waiting` for the network, still to be taken back; `sending` until the server has answered. */
export type CreationStatus = 'waiting' | 'sending' | GenerationStatus

export interface Creation {
  /** The Idempotency-Key: however often it is sent, it is one job. */
  key: string
  /** The server's id, once it has answered. */
  id: string | null
  order: CreationOrder
  /** Milliseconds since 1970. */
  orderedAt: number
  status: CreationStatus
  stage: string | null
  /** 0 to 1; `null` where nobody knows. */
  progress: number | null
  /** How many are before it: 0 is the next one. */
  position: number | null
  etaSeconds: number | null
  preview: string | null
  images: readonly CreatedImage[]
  problem: CreationProblem | null
  /** Credits taken so far. */
  charged: number
  receipts: readonly Receipt[]
  /** The code of the engine that made it, and for people, what it did not understand. */
  engine: string | null
  warnings: readonly string[]
  /** What the built-in engine drew of the words; `null` for other engines. */
  plan: PicturePlan | null
  /** Its price was given back. */
  isGivenBack: boolean
  /** Asked to stop; the server has not confirmed yet. */
  isCanceling: boolean
}

/** Made for nothing, by choice, without what it should show. */
export function isTrial({ accepts }: CreationOrder): boolean {
  return accepts === 'subject_unknown' || accepts === 'abstract'
}

const settled: ReadonlySet<CreationStatus> = new Set(['succeeded', 'failed', 'blocked', 'canceled', 'expired'])

export function isSettled({ status }: Pick<Creation, 'status'>): boolean {
  return settled.has(status)
}

/** On its way or at work: what the pill counts. */
export function isRunning(creation: Creation): boolean {
  return !isSettled(creation) && creation.status !== 'waiting'
}

export function newCreation(key: string, order: CreationOrder, orderedAt: number): Creation {
  return {
    key,
    id: null,
    order,
    orderedAt,
    status: 'sending',
    stage: null,
    progress: null,
    position: null,
    etaSeconds: null,
    preview: null,
    images: [],
    problem: null,
    charged: 0,
    receipts: [],
    engine: null,
    warnings: [],
    plan: null,
    isGivenBack: false,
    isCanceling: false,
  }
}

export function withAnswer(creation: Creation, answer: GenerationAccepted): Creation {
  // The tables may have told more than an answer that took its time.
  if (isSettled(creation) || creation.id !== null) return { ...creation, id: answer.generation_id }
  return {
    ...creation,
    id: answer.generation_id,
    // Asked again, it may be over already: what came of it is in the tables.
    status: isSettled(answer) ? 'running' : answer.status,
    position: answer.position,
    etaSeconds: answer.eta_seconds,
  }
}

/** What is over stays over, and progress does not run backwards: events may come late, twice or out of order. */
export function withProgress(creation: Creation, event: GenerationProgress): Creation {
  if (isSettled(creation) || isBehind(creation, event)) return creation
  return {
    ...creation,
    status: event.status,
    stage: event.stage,
    progress: furthest(creation.progress, event.progress),
    position: event.position,
    etaSeconds: event.eta_seconds,
    preview: event.preview ?? creation.preview,
    images: moreOf(
      creation.images,
      event.images.map((image) => ({ ...image, seed: null })),
    ),
    problem: event.error,
    charged: event.cost_charged,
  }
}

export function withProblem(creation: Creation, problem: CreationProblem): Creation {
  if (isSettled(creation)) return creation
  return { ...creation, status: problem.code === 'blocked' ? 'blocked' : 'failed', problem }
}

/** As read from the tables. */
export type RecordedCreation = Omit<Creation, 'position' | 'etaSeconds' | 'preview' | 'isCanceling'>

/** Rows are the truth, but one read earlier than the last event must not bring back what is over. */
export function withRecord(creation: Creation, recorded: RecordedCreation): Creation {
  if (isSettled(creation) && !isSettled(recorded)) return creation
  const { key, order } = creation
  return {
    ...creation,
    ...recorded,
    key,
    // Pictures that are still on this device need not be fetched to be used again.
    order: order.references.some(({ file }) => file) ? order : recorded.order,
    progress: furthest(creation.progress, recorded.progress),
    images: moreOf(creation.images, recorded.images),
    receipts: recorded.receipts.length > 0 ? recorded.receipts : creation.receipts,
  }
}

export function fromRecord(recorded: RecordedCreation): Creation {
  return { ...recorded, position: null, etaSeconds: null, preview: null, isCanceling: false }
}

function isBehind({ status }: Creation, event: GenerationProgress): boolean {
  return status === 'running' && event.status === 'queued' && event.stage !== 'retrying'
}

function furthest(before: number | null, now: number | null): number | null {
  return before === null || now === null ? (now ?? before) : Math.max(before, now)
}

function moreOf(before: readonly CreatedImage[], now: readonly CreatedImage[]): readonly CreatedImage[] {
  if (now.length < before.length) return before
  return now.map((image) => ({ ...image, seed: image.seed ?? before.find(({ id }) => id === image.id)?.seed ?? null }))
}
