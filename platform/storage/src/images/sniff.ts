/** What a file is by its first bytes, whatever anybody calls it. */

export type ImageType =
  | 'image/jpeg'
  | 'image/png'
  | 'image/webp'
  | 'image/gif'
  | 'image/avif'
  | 'image/heic'
  | 'image/bmp'
  | 'image/tiff'

/** As many bytes as `sniffImage` looks at. */
export const sniffBytes = 32

const ascii = (head: Uint8Array, from: number, to: number) => String.fromCharCode(...head.subarray(from, to))

export function sniffImage(head: Uint8Array): ImageType | null {
  if (head[0] === 0xff && head[1] === 0xd8 && head[2] === 0xff) return 'image/jpeg'
  if (ascii(head, 0, 8) === '\x89PNG\r\n\x1a\n') return 'image/png'
  if (ascii(head, 0, 4) === 'RIFF' && ascii(head, 8, 12) === 'WEBP') return 'image/webp'
  if (/^GIF8[79]a$/.test(ascii(head, 0, 6))) return 'image/gif'
  if (ascii(head, 4, 8) === 'ftyp') return sniffBrands(head)
  if (/^(?:II\*\0|MM\0\*)$/.test(ascii(head, 0, 4))) return 'image/tiff'
  return ascii(head, 0, 2) === 'BM' ? 'image/bmp' : null
}

/** ISO base media: the major brand, then the compatible ones. */
function sniffBrands(head: Uint8Array): ImageType | null {
  const brands = `${ascii(head, 8, 12)} ${ascii(head, 16, 32)}`
  if (/avif|avis/.test(brands)) return 'image/avif'
  return /hei[cxms]|hev[cx]|mif1/.test(brands) ? 'image/heic' : null
}

const spellings: Record<string, ImageType> = {
  'image/jpg': 'image/jpeg',
  'image/pjpeg': 'image/jpeg',
  'image/apng': 'image/png',
  'image/heif': 'image/heic',
  'image/x-ms-bmp': 'image/bmp',
}
const verifiable = new Set<string>(
  ['jpeg', 'png', 'webp', 'gif', 'avif', 'heic', 'bmp', 'tiff'].map((t) => `image/${t}`),
)

/** The type that the bytes must show when a file is said to be `type`; null where bytes cannot tell. */
export function expectedImage(type: string): ImageType | null {
  const name = spellings[type] ?? type
  return verifiable.has(name) ? (name as ImageType) : null
}

/** Types that this service can decode. */
export const isDecodable = (type: string | null): boolean =>
  type !== null && /^image\/(?:jpeg|png|webp|gif|avif)$/.test(type)
