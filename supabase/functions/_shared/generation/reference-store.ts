/** From what a request calls a reference to a stored file of ours that a job can read again. */
import { createHash } from 'node:crypto'

import type { SupabaseClient } from '@supabase/supabase-js'

import { maxReferenceBytes, maxReferencePixels, type GenerationRequest } from '../contract/src/index.ts'
import type { Reference, ReferenceType } from '../image-engines/image-engine.ts'
import { pictureTypeOf } from '../image-engines/pictures/picture-type.ts'
import { FunctionError } from '../respond.ts'
import { writeLikeness, type WrittenLikeness } from '../stored-images/write-likeness.ts'
import { locateFor, publicBucket, readDataUrl, type StoredFile } from './reference-address.ts'

type OrderedReference = GenerationRequest['references'][number]

export interface StoredReference extends StoredFile, Omit<OrderedReference, 'url'> {
  readonly position: number
  /** Of a file that somebody uploaded: another in its place is not what was ordered with. */
  readonly sha256?: string | null
}

/** How an uploaded file looks, so that the database knows a copy of a published picture. */
interface Upload extends StoredFile, WrittenLikeness {
  readonly sha256: string
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
    references.map(async ({ url, ...settings }, place) => {
      const stored = await storeReference(url, owner)
      return { ...stored, position: place + 1, ...settings }
    }),
  )
}

async function storeReference(url: string, owner: ReferenceOwner): Promise<StoredFile | Upload> {
  if (url.startsWith('data:')) {
    const file = readDataUrl(url)
    if (file === null) throw notAPicture()
    const type = await checkPicture(file)
    return uploaded(await keep(owner, file, type), file)
  }
  const place = locateFor(owner.userId, url)
  const isCreation = place.bucket === publicBucket
  const file = await download(isCreation ? owner.service : owner.client, place)
  await checkPicture(file)
  // NOTE: the database knows creations by their address, and whether this person may use them.
  return isCreation ? place : uploaded(place, file)
}

async function uploaded(place: StoredFile, file: Uint8Array): Promise<Upload> {
  const likeness = await writeLikeness(file).catch((cause: unknown) => {
    throw notAPicture(cause)
  })
  return { ...place, ...likeness, sha256: digest(file) }
}

const digest = (file: Uint8Array) => createHash('sha256').update(file).digest('hex')

/** Under its content's hash: sent twice, stored once. */
async function keep({ userId, service }: ReferenceOwner, file: Uint8Array, type: ReferenceType): Promise<StoredFile> {
  const path = `${userId}/${digest(file).slice(0, 32)}.${type.slice('image/'.length)}`
  const { error } = await service.storage.from(uploads).upload(path, file, { contentType: type, upsert: true })
  if (error) throw new FunctionError(503, 'storage_failed', 'The reference cannot be stored', { cause: error })
  return { bucket: uploads, path }
}

/** What a job works with. @throws {FunctionError} where the file is another one than it was ordered with */
export async function readStoredReference(
  service: SupabaseClient,
  { role, influence, sha256 = null, ...place }: Omit<StoredReference, 'position'>,
): Promise<Reference> {
  const file = await download(service, place)
  if (sha256 !== null && digest(file) !== sha256) throw gone()
  return { file, type: await checkPicture(file), role, influence }
}

async function download(client: SupabaseClient, { bucket, path }: StoredFile): Promise<Uint8Array> {
  const { data, error } = await client.storage.from(bucket).download(path)
  if (!error) return new Uint8Array(await data.arrayBuffer())
  const { status } = error as { status?: number }
  if (status === undefined || status >= 500)
    throw new FunctionError(503, 'storage_failed', 'A reference cannot be read', { field: 'images', cause: error })
  throw gone(error)
}

function gone(cause?: unknown): FunctionError {
  return new FunctionError(400, 'reference_not_found', 'A reference is no longer there', { field: 'images', cause })
}

/** By its first bytes and its header: nothing is decoded before its size is known, so that no bomb goes off. */
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
