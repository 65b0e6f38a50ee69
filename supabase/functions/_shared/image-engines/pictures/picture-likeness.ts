/**
 * What a picture looks like, whatever file it comes in: a hash for finding, and its colours for telling apart. The one
 * implementation behind the operator's deny list and the copies of published pictures.
 */
import { maxReferencePixels } from '../../contract/src/index.ts'
import { sharp } from './decoder.ts'

export interface Likeness {
  /** Whether each of 8 × 8 fields is brighter than the one to its right: 64 bits that survive re-encoding. */
  readonly hash: bigint
  /** The mean red, green and blue of 8 × 8 fields. */
  readonly colours: Uint8Array
}

/** Nine fields across for the hash, eight for the colours, eight down: of whole points each. */
const side = 72
/** What differs less is flat, and no encoding keeps which of the two is brighter. */
const least = 2

/** Decodes the whole picture: what decoders do to shrink one while they read differs from format to format. */
export async function likenessOf(file: Uint8Array): Promise<Likeness> {
  const { data } = await sharp(file, { limitInputPixels: maxReferencePixels })
    .autoOrient()
    .flatten({ background: '#ffffff' })
    .toColourspace('srgb')
    .resize(side, side, { fit: 'fill', fastShrinkOnLoad: false })
    .raw()
    .toBuffer({ resolveWithObject: true })
  return {
    hash: hashOf(meansOf(data, 9).map(brightness)),
    colours: Uint8Array.from(meansOf(data, 8).flat(), Math.round),
  }
}

type Colour = readonly [red: number, green: number, blue: number]

/** Row by row, eight rows. */
function meansOf(pixels: Uint8Array, columns: number): Colour[] {
  const [width, height] = [side / columns, side / 8]
  return Array.from({ length: 8 * columns }, (_, field) => {
    const [top, left] = [Math.floor(field / columns) * height, (field % columns) * width]
    return meanOf(pixels, { top, left, width, height })
  })
}

function meanOf(pixels: Uint8Array, { top, left, width, height }: Record<'top' | 'left' | 'width' | 'height', number>) {
  const sum: [number, number, number] = [0, 0, 0]
  for (let y = top; y < top + height; y += 1) {
    for (let x = left; x < left + width; x += 1) {
      const at = (y * side + x) * 3
      sum[0] += pixels[at]!
      sum[1] += pixels[at + 1]!
      sum[2] += pixels[at + 2]!
    }
  }
  return sum.map((one) => one / (width * height)) as unknown as Colour
}

const brightness = ([red, green, blue]: Colour) => 0.299 * red + 0.587 * green + 0.114 * blue

/** Of 8 rows of 9. */
function hashOf(bright: readonly number[]): bigint {
  return bright.reduce((hash, one, at) => {
    if (at % 9 === 8) return hash
    return (hash << 1n) | (one > bright[at + 1]! + least ? 1n : 0n)
  }, 0n)
}
