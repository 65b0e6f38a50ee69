/** From what a request calls a picture to what is seen on it. No foreign address is ever asked for (THREATS F-01). */
import type { SupabaseClient } from '@supabase/supabase-js'

import { maxReferenceBytes } from '../contract/src/index.ts'
import { locateStored, readDataUrl } from '../generation/reference-address.ts'
import { pictureTypeOf } from '../image-engines/pictures/picture-type.ts'
import { FunctionError } from '../respond.ts'
import { lookAt } from './images/image-pool.ts'
import type { Look } from './images/image-worker.ts'

export interface PictureWish {
  readonly urls: readonly string[]
  /** Reads with the caller's own rights. */
  readonly client: SupabaseClient
  /** For a model that sees. */
  readonly withCopies: boolean
  /** The request's field that names them. */
  readonly field: string
  readonly signal: AbortSignal
}

const copySide = 1024
const base64Growth = 4 / 3

/** @throws {FunctionError} for the first one that cannot serve */
export async function lookAtPictures({ urls, ...wish }: PictureWish): Promise<Look[]> {
  const [url, ...others] = urls
  if (url === undefined) return []
  // NOTE: one after the other: each that comes in its address takes the server's own thread for a while.
  return [await lookAtOne(url, wish), ...(await lookAtPictures({ urls: others, ...wish }))]
}

async function lookAtOne(url: string, { client, withCopies, field, signal }: Omit<PictureWish, 'urls'>): Promise<Look> {
  try {
    const file = await fileOf(url, client)
    return await lookAt({ file, copySide: withCopies ? copySide : null }, signal)
  } catch (error) {
    if (!(error instanceof FunctionError)) throw error
    const { cause, code, message, retryAfter, status } = error
    throw new FunctionError(status, code, message, { field, cause, ...(retryAfter !== undefined && { retryAfter }) })
  }
}

async function fileOf(url: string, client: SupabaseClient): Promise<Uint8Array> {
  const file = url.startsWith('data:') ? embeddedFile(url) : await storedFile(url, client)
  if (file.byteLength > maxReferenceBytes) throw tooLarge()
  if (pictureTypeOf(file) === null) throw notAPicture()
  return file
}

function embeddedFile(url: string): Uint8Array {
  // Before it is decoded: what is too large shall not be copied first.
  if (url.length > maxReferenceBytes * base64Growth + 100) throw tooLarge()
  const file = readDataUrl(url)
  if (file === null) throw notAPicture()
  return file
}

async function storedFile(url: string, client: SupabaseClient): Promise<Uint8Array> {
  const { bucket, path } = locateStored(url)
  const { data, error } = await client.storage.from(bucket).download(path)
  if (!error) return new Uint8Array(await data.arrayBuffer())
  const { status } = error as { status?: number }
  if (status === undefined || status >= 500) {
    throw new FunctionError(503, 'storage_failed', 'A picture cannot be read', { cause: error })
  }
  throw new FunctionError(400, 'reference_not_found', 'A picture is no longer there', { cause: error })
}

function tooLarge(): FunctionError {
  return new FunctionError(413, 'reference_too_large', 'A picture is larger than 10 MB')
}

function notAPicture(): FunctionError {
  return new FunctionError(415, 'reference_type', 'A picture is no PNG, JPEG or WebP picture')
}
