/** Twice as large by a sharp filter, which invents nothing. */
import { createHash } from 'node:crypto'

import type { SupabaseClient } from '@supabase/supabase-js'

import {
  maxReferenceBytes,
  maxReferencePixels,
  maxUpscaledSide,
  type FunctionErrorCode,
  type WorkflowImage,
} from '../contract/src/index.ts'
import { locateFor } from '../generation/reference-address.ts'
import { sharp } from '../image-engines/pictures/decoder.ts'
import { toPictureFile } from '../image-engines/pictures/picture-file.ts'
import { pictureTypeOf } from '../image-engines/pictures/picture-type.ts'
import { publicUrl } from '../public-url.ts'
import { FunctionError } from '../respond.ts'
import { RpcError } from '../rpc.ts'
import { writeLikeness } from '../stored-images/write-likeness.ts'

const label = 'Agrandir (sans IA)'
const bucket = 'generated-images'
/** Of our own making, they may be larger than what people send. */
const maxBytes = 2 * maxReferenceBytes

export interface ToEnlarge {
  /** Acts as the service. */
  readonly client: SupabaseClient
  readonly userId: string
  readonly image: Pick<WorkflowImage, 'id' | 'url' | 'shows'>
  /** Of the new file, without its ending. */
  readonly name: string
  readonly signal: AbortSignal
}

/** What the database keeps of a larger copy. */
export interface EnlargedPicture {
  readonly bucket: string
  readonly path: string
  readonly url: string
  readonly [fact: string]: unknown
}

/**
 * Stores the larger copy and hands it to `record`; null where the picture has its largest size. A copy that may not be
 * kept does not stay.
 *
 * @throws {FunctionError}
 */
export async function enlargeStored<Answer>(
  wish: ToEnlarge,
  record: (picture: EnlargedPicture) => Promise<Answer>,
): Promise<Answer | null> {
  const { client, userId, image, name, signal } = wish
  const file = await read(wish)
  const { width, height } = await sizeOf(file)
  const scale = Math.min(2, maxUpscaledSide / Math.max(width, height))
  if (scale <= 1) return null
  const isNeural = image.id !== null && (await wasNeural(wish))
  const larger = await inTurn(() => {
    signal.throwIfAborted()
    return enlarge(file, { width: Math.round(width * scale), height: Math.round(height * scale) }, isNeural)
  })
  const path = `${userId}/${name}.webp`
  const files = client.storage.from(bucket)
  const { error } = await files.upload(path, larger.file, {
    contentType: larger.type,
    cacheControl: '31536000, immutable',
    upsert: true,
  })
  if (error) throw new FunctionError(503, 'storage_failed', 'The picture cannot be stored', { cause: error })
  const { width: newWidth, height: newHeight, thumbhash } = larger
  const likeness = await writeLikeness(file)
  try {
    return await record({
      bucket,
      path,
      url: publicUrl(files.getPublicUrl(path).data.publicUrl),
      width: newWidth,
      height: newHeight,
      bytes: larger.file.byteLength,
      thumbhash,
      metadata: { label, neural: isNeural, warnings: [] },
      note: `Agrandie sans IA : ${width} × ${height} → ${newWidth} × ${newHeight}.`,
      source: { ...likeness, sha256: createHash('sha256').update(file).digest('hex'), shows: image.shows },
    })
  } catch (error) {
    const refusal = error instanceof RpcError ? refusals[error.hint ?? ''] : undefined
    if (refusal === undefined) throw error
    // What may not be enlarged leaves nothing behind.
    await files.remove([path])
    throw new FunctionError(...refusal, { cause: error })
  }
}

const refusals: Readonly<Record<string, [status: number, code: FunctionErrorCode, message: string]>> = {
  reference_not_found: [400, 'reference_not_found', "L'image n'est plus là"],
  reference_blocked: [403, 'blocked', 'Cette image a été retirée par la modération'],
  remix_not_allowed: [403, 'remix_not_allowed', 'L’auteur de cette image n’autorise pas le remix'],
  remix_source_gone: [404, 'remix_source_gone', 'L’image à remixer n’est plus là'],
  account_suspended: [403, 'account_suspended', 'Ce compte est suspendu'],
  generation_suspended: [403, 'account_suspended', 'Ce compte ne peut pas créer d’images en ce moment'],
}

async function read({ client, userId, image }: ToEnlarge): Promise<Uint8Array> {
  const place = locateFor(userId, image.url)
  const { data, error } = await client.storage.from(place.bucket).download(place.path)
  if (error) {
    const { status } = error as { status?: number }
    throw status === undefined || status >= 500
      ? new FunctionError(503, 'storage_failed', 'The picture cannot be read', { cause: error })
      : new FunctionError(400, 'reference_not_found', "L'image n'est plus là", { cause: error })
  }
  const file = new Uint8Array(await data.arrayBuffer())
  if (file.byteLength > maxBytes) throw new FunctionError(413, 'reference_too_large', 'The picture is too large')
  if (pictureTypeOf(file) === null) throw notAPicture()
  return file
}

async function sizeOf(file: Uint8Array): Promise<{ width: number; height: number }> {
  // NOTE: reading a header is bounded by itself; nothing is decoded here.
  const header = await sharp(file, { limitInputPixels: false })
    .metadata()
    .catch((cause: unknown) => {
      throw notAPicture(cause)
    })
  if (header.width * header.height > maxReferencePixels)
    throw new FunctionError(413, 'reference_too_large', 'The picture has more than 40 million pixels')
  return header.autoOrient
}

async function enlarge(file: Uint8Array, size: { width: number; height: number }, isNeural: boolean) {
  const larger = await sharp(file, { limitInputPixels: maxReferencePixels })
    .autoOrient()
    .resize({ ...size, fit: 'fill', kernel: 'lanczos3' })
    .sharpen({ sigma: 0.8, m1: 0.4, m2: 1 })
    .png({ compressionLevel: 1 })
    .toBuffer()
    .catch((cause: unknown) => {
      throw notAPicture(cause)
    })
  return toPictureFile(larger, isNeural)
}

/** What an engine with a model has painted stays so when it is larger. */
async function wasNeural({ client, userId, image }: ToEnlarge): Promise<boolean> {
  const { data } = await client
    .from('generation_images')
    .select('generation:generations(metadata)')
    .match({ id: image.id, user_id: userId })
    .maybeSingle<{ generation: { metadata: { neural?: boolean } } | null }>()
  return data?.generation?.metadata.neural === true
}

let last: Promise<unknown> = Promise.resolve()

/** One at a time: 16 million pixels fill the memory quickly. */
function inTurn<T>(work: () => Promise<T>): Promise<T> {
  const own = last.then(work)
  last = own.catch(() => {})
  return own
}

function notAPicture(cause?: unknown): FunctionError {
  return new FunctionError(415, 'reference_type', 'The picture is damaged, or no PNG, JPEG or WebP picture', { cause })
}
