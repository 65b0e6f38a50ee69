/** From what a request calls a reference to the bytes of a file. No foreign address is ever fetched. */
import type { SupabaseClient } from '@supabase/supabase-js'

import { maxReferenceBytes } from './contract/src/index.ts'
import { FunctionError } from './respond.ts'

const dataUrl = /^data:image\/(?:png|jpeg|webp);base64,([A-Za-z0-9+/]+={0,2})$/
const storedUrl =
  /^(?:https?:\/\/[^/?#]+)?\/storage\/v1\/(?:object|render\/image)\/public\/([^/?#]+)\/([^?#]+)(?:\?[^#]*)?$/

/** `caller` reads with the person's own rights. */
export async function readReference(reference: string, caller: SupabaseClient): Promise<Uint8Array> {
  const file = reference.startsWith('data:') ? readDataUrl(reference) : await readStored(reference, caller)
  if (file.byteLength > maxReferenceBytes) {
    throw new FunctionError(413, 'reference_too_large', 'A reference is larger than 10 MB', { field: 'images' })
  }
  if (!isPicture(file)) throw notAPicture()
  return file
}

const signatures = [
  [[0, '89504e470d0a1a0a']], // PNG
  [[0, 'ffd8ff']], // JPEG
  [[0, '52494646'], [8, '57454250']], // WebP
] as const // prettier-ignore

// Decoders of other formats (SVG, PDF, TIFF) are never let near a stranger's file, so its first bytes decide.
function isPicture(file: Uint8Array): boolean {
  const head = Buffer.from(file.subarray(0, 12)).toString('hex')
  return signatures.some((parts) => parts.every(([at, bytes]) => head.startsWith(bytes, at * 2)))
}

function notAPicture(): FunctionError {
  return new FunctionError(415, 'reference_type', 'A reference is not a PNG, JPEG or WebP picture', { field: 'images' })
}

function readDataUrl(reference: string): Uint8Array {
  const encoded = dataUrl.exec(reference)?.[1]
  if (!encoded) throw notAPicture()
  return Buffer.from(encoded, 'base64')
}

async function readStored(reference: string, caller: SupabaseClient): Promise<Uint8Array> {
  // NOTE: the host is not compared: a phone reaches the same server under another name, and only the path is used.
  const [, bucket = '', path = ''] = storedUrl.exec(reference)?.map(plainPath) ?? []
  if (!bucket || !path) {
    throw new FunctionError(400, 'reference_not_ours', 'A reference must be uploaded first', { field: 'images' })
  }
  const { data, error } = await caller.storage.from(bucket).download(path)
  if (error) {
    throw new FunctionError(400, 'reference_not_found', 'A reference is no longer there', {
      field: 'images',
      cause: error,
    })
  }
  return new Uint8Array(await data.arrayBuffer())
}

/**
 * Decoded, or empty where it could leave its bucket: the client puts it into an address as it is, so that `..` in it,
 * or a `?`, would ask another service in the caller's name.
 */
function plainPath(encoded: string): string {
  try {
    const path = decodeURIComponent(encoded)
    const leaves = /[%?#\\\p{Cc}]/u.test(path) || path.split('/').some((part) => /^\.{0,2}$/.test(part))
    return leaves ? '' : path
  } catch {
    return ''
  }
}
