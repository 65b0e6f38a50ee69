/** What a file of an order is, by its bytes: what it is called counts for nothing. */
import { Buffer } from 'node:buffer'
import { createHash } from 'node:crypto'

import { pictureTypeOf } from '../image-engines/pictures/picture-type.ts'
import { FunctionError } from '../respond.ts'
import { zipContents } from './zip-entries.ts'

export const fileKinds = ['reference', 'sketch', 'final', 'evidence'] as const
export type FileKind = (typeof fileKinds)[number]

export interface SeenFile {
  readonly type: string
  readonly bytes: number
  readonly sha256: string
  /** Of a zip. */
  readonly entries: readonly string[] | null
}

const mebibyte = 1024 * 1024
const mostBytes = { reference: 10, sketch: 10, evidence: 10, final: 40 } as const
const mostPixels = 100_000_000
const pictures = ['image/png', 'image/jpeg', 'image/webp']
const typesOf: Readonly<Record<FileKind, readonly string[]>> = {
  reference: pictures,
  sketch: pictures,
  evidence: [...pictures, 'application/pdf'],
  final: [...pictures, 'application/pdf', 'application/zip'],
}

export const largest = (kind: FileKind): number => mostBytes[kind] * mebibyte

/** @throws {FunctionError} 413 `file_too_large`, 415 `file_type` for what is not what it says, 422 `file_bomb` */
export async function lookAtFile(file: Uint8Array, kind: FileKind, said: string): Promise<SeenFile> {
  if (file.byteLength > largest(kind)) throw tooLarge()
  const type = pictureTypeOf(file) ?? otherTypeOf(file)
  if (type === null || type !== said || !typesOf[kind].includes(type)) throw wrongType()
  const entries = type === 'application/zip' ? entriesOf(file) : null
  if (pictures.includes(type)) await lookAtPicture(file)
  return { type, bytes: file.byteLength, sha256: createHash('sha256').update(file).digest('hex'), entries }
}

function otherTypeOf(file: Uint8Array): string | null {
  const head = Buffer.from(file.subarray(0, 5)).toString('latin1')
  if (head === '%PDF-') return 'application/pdf'
  return head.startsWith('PK\x03\x04') ? 'application/zip' : null
}

function entriesOf(file: Uint8Array): readonly string[] {
  const contents = zipContents(file)
  if (contents === 'bomb') throw new FunctionError(422, 'file_bomb', 'This would unpack to too much')
  if (contents === 'broken') throw wrongType()
  return contents.entries
}

async function lookAtPicture(file: Uint8Array): Promise<void> {
  // NOTE: loaded when it is needed: it brings a decoder.
  const { readPictureHeader } = await import('../image-engines/pictures/picture-header.ts')
  const { width, height } = await readPictureHeader(file).catch((cause: unknown) => {
    throw wrongType(cause)
  })
  if (width * height > mostPixels) throw new FunctionError(422, 'file_bomb', 'A picture of too many pixels')
}

export function tooLarge(): FunctionError {
  return new FunctionError(413, 'file_too_large', 'The file is too large')
}

function wrongType(cause?: unknown): FunctionError {
  return new FunctionError(415, 'file_type', 'The file is not what it says, or nothing that is taken here', { cause })
}
