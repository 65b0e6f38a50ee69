/** What their owner may do with generations that are there already. */
import type { Caller } from '../_shared/clients.ts'
import {
  generationThrottleMs,
  type GenerationProgress,
  type GenerationRequest,
  type GenerationSource,
} from '../_shared/contract/src/index.ts'
import { orderGeneration, type OrderedGeneration } from '../_shared/generation/order-generation.ts'
import { FunctionError } from '../_shared/respond.ts'
import { RpcError, callRpc } from '../_shared/rpc.ts'

export function readJob({ client }: Caller, id: string): Promise<GenerationProgress> {
  return callRpc(client, 'generation_progress', { generation_id: id }).catch(toNotFound)
}

export function cancelJob({ client }: Caller, id: string): Promise<GenerationProgress> {
  return callRpc(client, 'cancel_generation', { generation_id: id }).catch(toNotFound)
}

interface OrderRow {
  readonly prompt: string
  readonly negative_prompt: string | null
  readonly mode: GenerationRequest['mode']
  readonly width: number
  readonly height: number
  readonly seed: number | null
  readonly n_images: number
  readonly source: GenerationSource
  readonly parent_post_id: string | null
  readonly accepted: GenerationRequest['accepts']
  readonly translation: string | null
  readonly translated_from: string | null
  readonly references: readonly (Pick<GenerationRequest['references'][number], 'role' | 'influence'> & {
    readonly bucket: string
    readonly path: string
  })[]
}

const columns = `prompt,negative_prompt,mode,width,height,seed,n_images,source,parent_post_id,accepted,translation,translated_from,
  references:generation_references(bucket,path,role,influence)`

/** The same order once more, as a new generation. */
export async function reorder(caller: Caller, id: string, key: string | null): Promise<OrderedGeneration> {
  const { data, error } = await caller.client
    .from('generations')
    .select(columns)
    .eq('id', id)
    .order('position', { referencedTable: 'generation_references' })
    .maybeSingle<OrderRow>()
  if (error) throw new FunctionError(503, 'storage_failed', 'Erreur lors de la génération', { cause: error })
  if (data === null) throw noSuchGeneration()
  const { n_images: count, parent_post_id: remixOf, accepted: accepts, references, translation, ...rest } = data
  const { translated_from: from, ...same } = rest
  const order: GenerationRequest = {
    ...same,
    accepts,
    translation: translation === null || from === null ? null : { text: translation, from },
    count,
    remix_of: remixOf,
    userId: null,
    references: references.map(({ bucket, path, role, influence }) => ({
      url: `/storage/v1/object/public/${bucket}/${path.split('/').map(encodeURIComponent).join('/')}`,
      role,
      influence,
    })),
  }
  // NOTE: never the key of the first time: the same order of the same moment would find what has failed.
  const idempotencyKey = key ?? `again:${id}:${Math.floor(Date.now() / generationThrottleMs)}`
  return orderGeneration(caller, order, { idempotencyKey })
}

function toNotFound(error: unknown): never {
  throw error instanceof RpcError && error.hint === 'not_found' ? noSuchGeneration() : error
}

function noSuchGeneration(): FunctionError {
  return new FunctionError(404, 'not_found', 'There is no such generation')
}
