/** Opens pictures that strangers sent: the header is read and judged before a pixel is decoded. */
import { createRequire } from 'node:module'

import type { default as decoder, Metadata, Sharp } from 'sharp'

import type { ImageConfig } from '../config.ts'
import { provenanceOnly } from './metadata/provenance.ts'
import { sniffImage, isDecodable, type ImageType } from './sniff.ts'
import type { Size } from './transformation.ts'

type Decoder = typeof decoder

const require = createRequire(import.meta.url)

/**
 * Loaded with the first picture: its library is large, and a start waits for nothing that nobody has asked for.
 * NOTE: `require` tries anew after a failure, for want of memory for one, which `import` would repeat until a restart.
 */
function loadDecoder(): Decoder {
  const sharp = require('sharp') as Decoder
  // One thread per picture: the queue decides how many pictures there are. Nothing decoded is kept, the results are.
  sharp.concurrency(1)
  sharp.cache(false)
  return sharp
}

let loaded: Decoder | null = null

const decodeSeconds = 10

/** What is missing cannot be shown; a checksum that is wrong keeps nobody from seeing the picture. */
const failOn = 'truncated'

export class ImageError extends Error {
  override readonly name = 'ImageError'
  readonly reason: 'size' | 'unreadable'

  constructor(reason: ImageError['reason'], message: string, cause?: unknown) {
    super(message, { cause })
    this.reason = reason
  }
}

export interface DecodableImage {
  readonly type: ImageType
  /** As shown, with the orientation applied. */
  readonly size: Size
  readonly hasAlpha: boolean
  /** XMP that says how it was made, and nothing else. */
  readonly provenance: string | null
  /** A pipeline of the first frame, the right way up. */
  open(): Sharp
}

/** @throws {ImageError} for what is too large to decode, or no picture at all */
export async function openImage(bytes: Buffer, config: ImageConfig): Promise<DecodableImage> {
  const type = sniffImage(bytes)
  if (type === null || !isDecodable(type))
    throw new ImageError('unreadable', 'The file is not a picture that can be read')
  const sharp = (loaded ??= loadDecoder())
  const options = { limitInputPixels: config.maximumPixels, failOn, sequentialRead: true, pages: 1 } as const
  const header = await readHeader(sharp, bytes, config)
  const { autoOrient } = header
  return {
    type,
    size: { width: autoOrient.width, height: autoOrient.height },
    hasAlpha: header.hasAlpha,
    provenance: header.xmp === undefined ? null : (provenanceOnly(header.xmp)?.toString('utf8') ?? null),
    open: () => sharp(bytes, options).timeout({ seconds: decodeSeconds }).autoOrient(),
  }
}

async function readHeader(sharp: Decoder, bytes: Buffer, config: ImageConfig): Promise<Metadata> {
  const header = await sharp(bytes, { limitInputPixels: false, failOn })
    .metadata()
    .catch((error: unknown) => {
      throw new ImageError('unreadable', 'The picture cannot be read', error)
    })
  const { width, height, pages = 1 } = header
  const { maximumPixels, maximumSide, maximumFrames } = config
  if (width > maximumSide || height > maximumSide || width * height > maximumPixels)
    throw new ImageError('size', tooLarge(width, height, config))
  if (pages > maximumFrames)
    throw new ImageError('size', `The picture has ${pages} frames; ${maximumFrames} are allowed`)
  return header
}

function tooLarge(width: number, height: number, { maximumPixels, maximumSide }: ImageConfig): string {
  return `The picture is ${width} × ${height} pixels; at most ${maximumSide} a side and ${maximumPixels / 1e6} million are allowed`
}

/** Sharp's own complaints about pixels are about the picture. */
export async function decoding<T>(work: Promise<T>): Promise<T> {
  try {
    return await work
  } catch (error) {
    throw new ImageError('unreadable', 'The picture cannot be read', error)
  }
}
