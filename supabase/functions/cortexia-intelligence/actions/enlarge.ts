/** `enlarge`: one of the caller's own pictures, twice as large, for nothing; asked for again, the same copy. */
import { serviceClient } from '../../_shared/clients.ts'
import { EnlargeRequest, type EnlargeResult } from '../../_shared/contract/src/index.ts'
import { parseRequest } from '../../_shared/parse-request.ts'
import { FunctionError } from '../../_shared/respond.ts'
import { callRpc, retry } from '../../_shared/rpc.ts'
import type { EnlargedPicture } from '../../_shared/workflows/enlarge-stored.ts'
import type { Call } from '../call.ts'
import { requirePerson } from '../person.ts'

type EnlargedImage = EnlargeResult['image']

declare module '../../_shared/rpc.ts' {
  interface RpcAnswers {
    enlarged_image: EnlargedImage
    record_enlarged_image: EnlargedImage
  }
}

export async function enlarge({ asker, signal, withPictures }: Call, body: unknown): Promise<EnlargeResult> {
  const { userId, client } = requirePerson(asker, 'User must be authenticated to enlarge images')
  const { image_id: id } = parseRequest(EnlargeRequest, body)
  const service = serviceClient()
  const of = { p_user: userId, p_image: id }
  const known = await retry(() => callRpc(service, 'enlarged_image', of))
  if (known !== null) return { image: known }
  const own = await client
    .from('generation_images')
    .select('id,url')
    .eq('id', id)
    .maybeSingle<{ id: string; url: string }>()
  if (own.error) throw new FunctionError(503, 'storage_failed', 'The picture cannot be read', { cause: own.error })
  const { data: image } = own
  if (image === null)
    throw new FunctionError(404, 'reference_not_found', "L'image n'est plus là", { field: 'image_id' })
  // NOTE: loaded when it is needed: no other action decodes a picture in this thread.
  const { enlargeStored } = await import('../../_shared/workflows/enlarge-stored.ts')
  const wish = { client: service, userId, image, name: crypto.randomUUID().replaceAll('-', ''), signal }
  const keep = async (picture: EnlargedPicture) => {
    const kept = await retry(() => callRpc(service, 'record_enlarged_image', { ...of, p_picture: picture }))
    // Another press was sooner.
    if (kept?.url !== picture.url) await service.storage.from(picture.bucket).remove([picture.path])
    return kept
  }
  return { image: await withPictures(true, () => enlargeStored(wish, keep)) }
}
