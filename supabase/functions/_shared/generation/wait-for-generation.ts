/** What became of a generation, as soon as it is known. */
import { setTimeout as delay } from 'node:timers/promises'

import { serviceClient } from '../clients.ts'
import {
  activeGenerationStatuses,
  type FunctionErrorCode,
  type GenerationMode,
  type GenerationStatus,
  type ReferenceReceipt,
} from '../contract/src/index.ts'
import { FunctionError } from '../respond.ts'
import { generationsLeft } from './generations-left.ts'

export interface GenerationImage {
  readonly id: string
  readonly position: number
  readonly url: string
  readonly width: number
  readonly height: number
  readonly thumbhash: string
  readonly seed: number | null
}

export interface Generation {
  readonly id: string
  readonly user_id: string
  readonly status: GenerationStatus
  readonly prompt: string
  readonly mode: GenerationMode
  readonly engine: string
  readonly seed: number | null
  readonly metadata: Readonly<Record<string, unknown>>
  readonly error_code: FunctionErrorCode | null
  readonly error_message: string | null
  readonly blocked_rule: string | null
  readonly blocked_terms: readonly string[] | null
  readonly cost_charged: number
  /** In the order of their positions. */
  readonly images: readonly GenerationImage[]
  /** `used` is null until an engine has said how it served. */
  readonly references: readonly (Omit<ReferenceReceipt, 'used'> & { readonly used: boolean | null })[]
}

const columns = `id,user_id,status,prompt,mode,engine,seed,metadata,error_code,error_message,blocked_rule,blocked_terms,
  cost_charged,images:generation_images(id,position,url,width,height,thumbhash,seed),
  references:generation_references(position,used,as:used_as,note:used_note)`

const firstLookMs = 150
const longestLookMs = 1000

/** Rejects with the signal's reason where it aborts first; the generation goes on. */
export async function waitForGeneration(id: string, signal: AbortSignal): Promise<Generation> {
  for (let wait = firstLookMs; ; wait = Math.min(wait * 1.5, longestLookMs)) {
    signal.throwIfAborted()
    const news = new AbortController()
    const hurry = () => news.abort()
    // NOTE: listened to before looking: what ends in between is not waited for.
    generationsLeft.addEventListener(id, hurry, { once: true })
    try {
      const generation = await readGeneration(id)
      if (!isActive(generation.status)) return generation
      await delay(wait, undefined, { signal: AbortSignal.any([signal, news.signal]) }).catch(() => {})
    } finally {
      generationsLeft.removeEventListener(id, hurry)
    }
  }
}

async function readGeneration(id: string): Promise<Generation> {
  const { data, error } = await serviceClient()
    .from('generations')
    .select(columns)
    .eq('id', id)
    .order('position', { referencedTable: 'generation_images' })
    .order('position', { referencedTable: 'generation_references' })
    .maybeSingle<Generation>()
  if (error) throw new FunctionError(503, 'storage_failed', 'Erreur lors de la génération', { cause: error })
  if (data === null) throw new FunctionError(404, 'not_found', 'There is no such generation')
  return data
}

function isActive(status: GenerationStatus): boolean {
  return activeGenerationStatuses.some((active) => active === status)
}
