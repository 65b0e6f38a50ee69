/** From a file that somebody chose to a picture that a run can read. */
import { uploadReference } from '#entities/generation/generator-api.ts'
import { prepareReference, ReferenceError } from '#entities/image/picking/reference-file.ts'

import type { PickedImage } from './form-values.ts'

/** What it is until it has been sent. */
export function waitingImage(file: Blob): PickedImage {
  return { id: crypto.randomUUID(), preview: URL.createObjectURL(file), url: null, problem: null, bytes: file.size }
}

/** What becomes of it: its address, or why it cannot be used. Its preview stays, so that nothing flickers. */
export async function sendImage(userId: string, file: Blob): Promise<Pick<PickedImage, 'url' | 'problem'>> {
  try {
    return { url: await uploadReference(userId, await prepareReference(file)), problem: null }
  } catch (error) {
    return { url: null, problem: error instanceof ReferenceError ? error.problem : 'upload' }
  }
}
