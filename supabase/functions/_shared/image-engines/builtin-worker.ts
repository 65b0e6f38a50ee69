/** One thread of the built-in engine: encoded references in, an encoded picture out. */
import { paint, type Pixels } from '@product/engine'
import sharp, { type Sharp } from 'sharp'
import { rgbaToThumbHash } from 'thumbhash'

import { maxReferencePixels, referenceTypes } from '../contract/src/index.ts'
import { EngineError, type EngineProblem, type ImageOrder, type MadeImage } from './image-engine.ts'

export type WorkerReply = { readonly made: MadeImage } | { readonly problem: EngineProblem; readonly message: string }

/** IPTC's term for a picture made by an algorithm without a trained model. */
const provenance = `<x:xmpmeta xmlns:x="adobe:ns:meta/"><rdf:RDF xmlns:rdf="http://www.w3.org/1999/02/22-rdf-syntax-ns#"><rdf:Description rdf:about="" xmlns:Iptc4xmpExt="http://iptc.org/std/Iptc4xmpExt/2008-02-29/" Iptc4xmpExt:DigitalSourceType="http://cv.iptc.org/newscodes/digitalsourcetype/algorithmicMedia"/></rdf:RDF></x:xmpmeta>`

sharp.concurrency(1)
sharp.cache(false)

async function decode(file: Uint8Array): Promise<Pixels> {
  // NOTE: reading a header is bounded by itself; with a limit it fails without saying that size was the reason.
  const { format, width, height } = await sharp(file, { limitInputPixels: false })
    .metadata()
    .catch((cause: unknown) => {
      throw new EngineError('reference_type', 'A reference is not a PNG, JPEG or WebP picture', cause)
    })
  if (!referenceTypes.some((type) => type === `image/${format}`)) {
    throw new EngineError('reference_type', 'A reference is not a PNG, JPEG or WebP picture')
  }
  if (width * height > maxReferencePixels)
    throw new EngineError('reference_too_large', 'A reference has more than 40 million pixels')
  const { data, info } = await sharp(file, { limitInputPixels: maxReferencePixels })
    .rotate()
    .resize({ width: 1600, height: 1600, fit: 'inside', withoutEnlargement: true })
    .flatten({ background: '#ffffff' })
    .toColourspace('srgb')
    .raw()
    .toBuffer({ resolveWithObject: true })
    .catch((cause: unknown) => {
      throw new EngineError('reference_type', 'A reference is damaged and cannot be read', cause)
    })
  return { data, width: info.width, height: info.height, channels: info.channels === 4 ? 4 : 3 }
}

async function thumbhashOf(picture: Sharp): Promise<string> {
  const { data, info } = await picture
    .clone()
    .resize({ width: 100, height: 100, fit: 'inside' })
    .ensureAlpha()
    .raw()
    .toBuffer({ resolveWithObject: true })
  return Buffer.from(rgbaToThumbHash(info.width, info.height, data)).toString('base64')
}

async function make(order: ImageOrder): Promise<MadeImage> {
  const references = await Promise.all(order.references.map(decode))
  const { prompt, negativePrompt, width, height, seed } = order
  const painting = paint({ prompt, negativePrompt: negativePrompt ?? '', width, height, seed, references })
  const picture = sharp(painting.data, { raw: { width: painting.width, height: painting.height, channels: 3 } })
  const [file, thumbhash] = await Promise.all([
    picture.clone().withXmp(provenance).webp({ quality: 88, effort: 2 }).toBuffer(),
    thumbhashOf(picture),
  ])
  return {
    file,
    type: 'image/webp',
    width: painting.width,
    height: painting.height,
    thumbhash,
    seed,
    facts: { ...painting.metadata },
  }
}

/** The thread's task. Errors travel as data: a thrown one would lose its kind between threads. */
async function work(order: ImageOrder): Promise<WorkerReply> {
  try {
    return { made: await make(order) }
  } catch (error) {
    if (error instanceof EngineError) return { problem: error.problem, message: error.message }
    return { problem: 'engine_failed', message: error instanceof Error ? error.message : String(error) }
  }
}

export default work
