/** From what a request calls a reference to a stored file of ours that a job can read again. */
import { createHash } from 'node:crypto'

import type { SupabaseClient } from '@supabase/supabase-js'

import { maxReferenceBytes, maxReferencePixels, type GenerationRequest } from '../contract/src/index.ts'
import type { Reference, ReferenceType } from '../image-engines/image-engine.ts'
import { pictureTypeOf } from '../image-engines/pictures/picture-type.ts'
import { FunctionError } from '../respond.ts'
import { locateStored, readDataUrl, type StoredFile } from './reference-address.ts'

type OrderedReference = GenerationRequest['references'][number]

export interface StoredReference extends StoredFile, Omit<OrderedReference, 'url'> {
  readonly position: number
}

interface ReferenceOwner {
  readonly userId: string
  /** Reads with the person's own rights. */
  readonly client: SupabaseClient
  /** Stores what came with the request itself. */
  readonly service: SupabaseClient
}

const uploads = 'temp-uploads'

/** @throws {FunctionError} for the first one that cannot serve; nothing foreign is ever asked for */
export async function storeReferences(
  references: readonly OrderedReference[],
  owner: ReferenceOwner,
): Promise<StoredReference[]> {
  return Promise.all(
    references.map(async ({ url, role, influence }, place) => {
      const { bucket, path } = await storeReference(url, owner)
      return { bucket, path, position: place + 1, role, influence }
    }),
  )
}

async function storeReference(url: string, owner: ReferenceOwner): Promise<StoredFile> {
  if (!url.startsWith('data:')) {
    const place = locateStored(url)
    await checkPicture(await download(owner.client, place))
    return place
  }
  const file = readDataUrl(url)
  if (file === null) throw notAPicture()
  const type = await checkPicture(file)
  return keep(owner, file, type)
}

/** Under its content's hash: sent twice, stored once. */
async function keep({ userId, service }: ReferenceOwner, file: Uint8Array, type: ReferenceType): Promise<StoredFile> {
  const hash = createHash('sha256').update(file).digest('hex').slice(0, 32)
  const path = `${userId}/${hash}.${type.slice('image/'.length)}`
  const { error } = await service.storage.from(uploads).upload(path, file, { contentType: type, upsert: true })
  if (error) throw new FunctionError(503, 'storage_failed', 'The reference cannot be stored', { cause: error })
  return { bucket: uploads, path }
}

/** What a job works with. The file may have been changed since it was ordered, so it is looked at again. */
export async function readStoredReference(
  service: SupabaseClient,
  { role, influence, ...place }: Omit<StoredReference, 'position'>,
): Promise<Reference> {
  const file = await download(service, place)
  return { file, type: await checkPicture(file), role, influence }
}

async function download(client: SupabaseClient, { bucket, path }: StoredFile): Promise<Uint8Array> {
  const { data, error } = await client.storage.from(bucket).download(path)
  if (!error) return new Uint8Array(await data.arrayBuffer())
  const { status } = error as { status?: number }
  if (status === undefined || status >= 500)
    throw new FunctionError(503, 'storage_failed', 'A reference cannot be read', { field: 'images', cause: error })
  throw new FunctionError(400, 'reference_not_found', 'A reference is no longer there', {
    field: 'images',
    cause: error,
  })
}

/** By its first bytes and its header: nothing is decoded here, so that no bomb goes off. */
async function checkPicture(file: Uint8Array): Promise<ReferenceType> {
  if (file.byteLength > maxReferenceBytes) throw tooLarge('A reference is larger than 10 MB')
  const type = pictureTypeOf(file)
  if (type === null) throw notAPicture()
  // NOTE: loaded when it is needed: orders without references want no decoder.
  const { readPictureHeader } = await import('../image-engines/pictures/picture-header.ts')
  const {
    width,
    height,
    pages = 1,
  } = await readPictureHeader(file).catch((cause: unknown) => {
    throw notAPicture(cause)
  })
  if (width * height > maxReferencePixels || pages > 1000) throw tooLarge('A reference has more than 40 million pixels')
  return type
}

function tooLarge(message: string): FunctionError {
  return new FunctionError(413, 'reference_too_large', message, { field: 'images' })
}

function notAPicture(cause?: unknown): FunctionError {
  return new FunctionError(415, 'reference_type', 'A reference is not a PNG, JPEG or WebP picture', {
    field: 'images',
    cause,
  })
}
