/** Pictures and voices of a message: made safe to send, sealed, and stored as blobs that tell nothing (E2EE §2.4). */
import { rgbaToThumbHash } from 'thumbhash'

import { VaultError, type Vault } from '#crypto/index.ts'
import { noteWork } from '#data/device/work-under-way.ts'
import { DataError } from '#data/rest.ts'
import { supabase } from '#data/supabase.ts'
import type { Attachment } from '#entities/conversation/message-row.ts'
import { judgeReference, ReferenceError } from '#entities/image/picking/reference-file.ts'

import type { PendingFile, PendingMessage } from '../message.ts'
import { isVoice, writeBars } from './voice/voice-note.ts'

const bucket = 'dm-blobs'
const longestSide = 2048
const quality = 0.85
const hashSide = 96

/** Redrawn, which leaves places and cameras behind. @throws {ReferenceError} */
export async function preparePicture(file: Blob): Promise<PendingFile> {
  const problem = judgeReference(new Uint8Array(await file.arrayBuffer()))
  if (problem) throw new ReferenceError(problem, { bytes: file.size })
  const picture = await createImageBitmap(file, { imageOrientation: 'from-image' }).catch((cause: unknown) => {
    throw new ReferenceError('damaged', { cause })
  })
  try {
    const canvas = draw(picture, longestSide)
    const small = draw(picture, hashSide)
    const { data } = contextOf(small).getImageData(0, 0, small.width, small.height)
    const hash = rgbaToThumbHash(small.width, small.height, data)
    return {
      blob: await canvas.convertToBlob({ type: 'image/webp', quality }),
      width: canvas.width,
      height: canvas.height,
      thumbhash: btoa(String.fromCodePoint(...hash)),
    }
  } finally {
    picture.close()
  }
}

function draw(picture: ImageBitmap, longest: number): OffscreenCanvas {
  const scale = Math.min(1, longest / Math.max(picture.width, picture.height))
  const side = (length: number) => Math.max(1, Math.round(length * scale))
  const canvas = new OffscreenCanvas(side(picture.width), side(picture.height))
  contextOf(canvas).drawImage(picture, 0, 0, canvas.width, canvas.height)
  return canvas
}

function contextOf(canvas: OffscreenCanvas): OffscreenCanvasRenderingContext2D {
  const context = canvas.getContext('2d', { willReadFrequently: canvas.width <= hashSide })
  if (!context) throw new ReferenceError('damaged')
  return context
}

/** The server sweeps away what no message names after a day: before that, pictures of a message that had to wait go anew. */
const freshMs = 12 * 3_600_000

/** Uploads what is not uploaded yet. Each try has its own key and place: what a crash leaves behind is swept away. */
export async function uploadFiles(vault: Vault, pending: PendingMessage): Promise<PendingMessage> {
  const { uploadedAt = '' } = pending
  const isFresh = Date.now() - new Date(uploadedAt).getTime() < freshMs
  const done = isFresh ? (pending.body.att ?? []) : []
  if (done.length >= pending.files.length) return pending
  const attachments = [...done]
  for (const [index, file] of pending.files.entries()) {
    if (index >= done.length) attachments.push(await noteWork(upload(vault, pending, { file, index })))
  }
  return { ...pending, uploadedAt: new Date().toISOString(), body: { ...pending.body, att: attachments } }
}

async function upload(
  vault: Vault,
  { id, conversationId }: PendingMessage,
  { file, index }: { file: PendingFile; index: number },
): Promise<Attachment> {
  const bytes = new Uint8Array(await file.blob.arrayBuffer())
  const { blob, ref } = await vault.sealFile(bytes, { conversationId, messageId: id, index })
  const path = `${conversationId}/${crypto.randomUUID().replaceAll('-', '')}`
  const { error } = await (
    await supabase()
  ).storage
    .from(bucket)
    .upload(path, new Blob([blob as Uint8Array<ArrayBuffer>]), {
      contentType: 'application/octet-stream',
      metadata: { message_id: id },
    })
  if (error) throw asDataError(error)
  return { ...ref, b: bucket, p: path, m: file.blob.type, ...factsOf(file) }
}

const factsOf = ({ width, height, thumbhash, voice }: PendingFile) =>
  voice
    ? { d: voice.ms, wf: writeBars(voice.bars) }
    : { w: width, hgt: height, ...(thumbhash !== null && { th: thumbhash }) }

/** The bytes of somebody's file, held against its hash and its place. @throws {VaultError} when they are not those. */
export async function readFile(
  vault: Vault,
  attachment: Attachment,
  place: { conversationId: string; messageId: string; index: number },
): Promise<Blob> {
  const { data, error } = await (await supabase()).storage.from(attachment.b).download(attachment.p)
  if (error) throw asDataError(error)
  const opened = await vault.openFile(new Uint8Array(await data.arrayBuffer()), attachment, place)
  if (opened.code) throw new VaultError(opened.code)
  // A document is no picture and no voice, whatever it is called: it is never shown.
  const isShown = opened.mediaType.startsWith(isVoice(attachment) ? 'audio/' : 'image/')
  if (!isShown) throw new VaultError('malformed')
  return new Blob([opened.bytes as Uint8Array<ArrayBuffer>], { type: opened.mediaType })
}

export function asDataError(error: Error): DataError {
  const { status = 0 } = error as { status?: number }
  return new DataError(error.message, { status, cause: error })
}
