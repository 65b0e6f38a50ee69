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
  return file
}

function readDataUrl(reference: string): Uint8Array {
  const encoded = dataUrl.exec(reference)?.[1]
  if (!encoded)
    throw new FunctionError(415, 'reference_type', 'A reference is not a PNG, JPEG or WebP picture', {
      field: 'images',
    })
  return Buffer.from(encoded, 'base64')
}

async function readStored(reference: string, caller: SupabaseClient): Promise<Uint8Array> {
  // NOTE: the host is not compared: a phone reaches the same server under another name, and only the path is used.
  const [, bucket, path] = storedUrl.exec(reference) ?? []
  if (!bucket || !path) {
    throw new FunctionError(400, 'reference_not_ours', 'A reference must be uploaded first', { field: 'images' })
  }
  const { data, error } = await caller.storage.from(decodeURIComponent(bucket)).download(decodeURIComponent(path))
  if (error) {
    throw new FunctionError(400, 'reference_not_found', 'A reference is no longer there', {
      field: 'images',
      cause: error,
    })
  }
  return new Uint8Array(await data.arrayBuffer())
}
