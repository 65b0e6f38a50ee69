/** What a file is by its first bytes: decoders of other formats (SVG, PDF, TIFF) are never let near a foreign file. */
import type { ReferenceType } from '../image-engine.ts'

const signatures = [
  ['image/png', [[0, '89504e470d0a1a0a']]],
  ['image/jpeg', [[0, 'ffd8ff']]],
  ['image/webp', [[0, '52494646'], [8, '57454250']]],
] as const // prettier-ignore

export function pictureTypeOf(file: Uint8Array): ReferenceType | null {
  const head = Buffer.from(file.subarray(0, 12)).toString('hex')
  const found = signatures.find(([, parts]) => parts.every(([at, bytes]) => head.startsWith(bytes, at * 2)))
  return found?.[0] ?? null
}
