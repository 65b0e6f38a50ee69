/** One thread that looks at pictures: an encoded file in, its figures out. */
import { rgbaToThumbHash } from 'thumbhash'

import { maxReferencePixels } from '../../contract/src/index.ts'
import { sharp } from '../../image-engines/pictures/decoder.ts'
import { measurePicture, type PictureMeasures } from './image-figures.ts'

export interface LookOrder {
  readonly file: Uint8Array
  /** Also make a copy of this many pixels a side at most, for a model that sees. */
  readonly copySide: number | null
}

export interface PictureFigures extends PictureMeasures {
  /** After the file's own orientation was applied. */
  readonly width: number
  readonly height: number
  readonly format: 'png' | 'jpeg' | 'webp'
  readonly orientation: 'square' | 'portrait' | 'landscape'
  /** Base64. */
  readonly thumbhash: string
}

export interface Look {
  readonly figures: PictureFigures
  /** JPEG without the file's metadata: where and by whom it was taken is nobody's business. */
  readonly copy: Uint8Array | null
}

/** Errors travel as data: a thrown one would lose its kind between threads. */
export type LookReply = { readonly look: Look } | { readonly problem: 'reference_type' | 'reference_too_large' }

const formats = ['png', 'jpeg', 'webp'] as const
const measuredSide = 160
const thumbhashSide = 100
const nearlySquare = 1.1

async function look({ file, copySide }: LookOrder): Promise<LookReply> {
  try {
    // NOTE: reading a header is bounded by itself; with a limit it fails without saying that size was the reason.
    const header = await sharp(file, { limitInputPixels: false }).metadata()
    const format = formats.find((known) => known === header.format)
    if (!format) return { problem: 'reference_type' }
    if (header.width * header.height > maxReferencePixels) return { problem: 'reference_too_large' }
    const { width, height } = header.autoOrient
    const larger = await shrink(file, copySide ?? measuredSide)
    const [figures, copy] = await Promise.all([
      measure(larger),
      copySide === null ? null : fromRaw(larger).jpeg({ quality: 85 }).toBuffer(),
    ])
    return { look: { figures: { width, height, format, orientation: orientationOf(width, height), ...figures }, copy } }
  } catch {
    return { problem: 'reference_type' }
  }
}

interface Raw {
  readonly data: Buffer
  readonly info: { readonly width: number; readonly height: number }
}

/** Decoded once, into plain sRGB on white. */
function shrink(file: Uint8Array, side: number): Promise<Raw> {
  return sharp(file, { limitInputPixels: maxReferencePixels })
    .autoOrient()
    .resize({ width: side, height: side, fit: 'inside', withoutEnlargement: true })
    .flatten({ background: '#ffffff' })
    .toColourspace('srgb')
    .raw()
    .toBuffer({ resolveWithObject: true })
}

function fromRaw({ data, info }: Raw) {
  return sharp(data, { raw: { width: info.width, height: info.height, channels: 3 } })
}

async function measure(larger: Raw): Promise<PictureMeasures & { thumbhash: string }> {
  const inside = (side: number) => fromRaw(larger).resize({ width: side, height: side, fit: 'inside' })
  const [small, smallest] = await Promise.all([
    inside(measuredSide).raw().toBuffer({ resolveWithObject: true }),
    inside(thumbhashSide).ensureAlpha().raw().toBuffer({ resolveWithObject: true }),
  ])
  const { width, height } = small.info
  return {
    ...measurePicture({ data: small.data, width, height }),
    thumbhash: Buffer.from(rgbaToThumbHash(smallest.info.width, smallest.info.height, smallest.data)).toString(
      'base64',
    ),
  }
}

function orientationOf(width: number, height: number): PictureFigures['orientation'] {
  if (width / height > nearlySquare) return 'landscape'
  return height / width > nearlySquare ? 'portrait' : 'square'
}

export default look
