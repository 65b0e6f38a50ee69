import type { ImageType } from '../sniff.ts'
import { stripJpeg } from './jpeg.ts'
import { stripPng } from './png.ts'
import { stripWebp } from './webp.ts'

const strippers: Partial<Record<ImageType, (file: Buffer) => Buffer | null>> = {
  'image/jpeg': stripJpeg,
  'image/png': stripPng,
  'image/webp': stripWebp,
}

/**
 * The same pixels, bit for bit, without the metadata that say where, when and by whom a picture was taken; colour
 * description, orientation and marks of provenance stay. Answers the file itself when there was nothing to remove, and
 * null when the file's structure cannot be followed.
 */
export function stripLocation(file: Buffer, type: ImageType): Buffer | null {
  const strip = strippers[type]
  if (strip === undefined) return file
  const stripped = strip(file)
  return stripped?.equals(file) === true ? file : stripped
}
