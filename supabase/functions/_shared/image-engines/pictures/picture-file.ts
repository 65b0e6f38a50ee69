/** From what an engine returns, whatever it is, to the file that we keep: WebP in sRGB that says how it was made. */
import type { Sharp } from 'sharp'
import { rgbaToThumbHash } from 'thumbhash'

import { EngineError } from '../image-engine.ts'
import { sharp } from './decoder.ts'
import { pictureTypeOf } from './picture-type.ts'

export interface PictureFile {
  readonly file: Uint8Array
  readonly type: 'image/webp'
  readonly width: number
  readonly height: number
  /** Base64 of the thumbhash: what shows while the picture loads. */
  readonly thumbhash: string
}

/** More than any engine makes (4096²), far less than what would fill the memory. */
const largestPicture = 4096 * 4096

/**
 * Metadata of the engine (prompts, workflows, places) is left behind; IPTC's `DigitalSourceType`, the engine, the day and
 * the credit line are written instead.
 *
 * @throws {EngineError} `empty_result` for no bytes or one flat colour, `engine_failed` for what is no whole picture
 */
export async function toPictureFile(made: Uint8Array, isNeural: boolean, engine?: string): Promise<PictureFile> {
  if (made.byteLength === 0) throw new EngineError('empty_result', 'The engine answered without a picture')
  if (pictureTypeOf(made) === null) {
    throw new EngineError('engine_failed', 'The engine answered with something that is no PNG, JPEG or WebP picture')
  }
  try {
    const picture = sharp(made, { limitInputPixels: largestPicture, failOn: 'error' }).autoOrient()
    // NOTE: read once into pixels: the file and its thumbhash would else decode it twice.
    const { data, info } = await picture.toColourspace('srgb').raw().toBuffer({ resolveWithObject: true })
    const { width, height } = info
    const pixels = sharp(data, { raw: { width, height, channels: info.channels } })
    const [small, file] = await Promise.all([shrink(pixels), encode(pixels, provenance(isNeural, engine))])
    if (isNeural && isFlat(small.data)) throw new EngineError('empty_result', 'The engine answered with a flat colour')
    const thumbhash = Buffer.from(rgbaToThumbHash(small.width, small.height, small.data)).toString('base64')
    return { file, type: 'image/webp', width, height, thumbhash }
  } catch (cause) {
    if (cause instanceof EngineError) throw cause
    throw new EngineError('engine_failed', "The engine's picture is damaged and cannot be read", { cause })
  }
}

function encode(pixels: Sharp, xmp: string): Promise<Uint8Array> {
  return pixels.clone().withXmp(xmp).webp({ quality: 88, effort: 2 }).toBuffer()
}

const credit = 'Cortexia'
const namespaces = [
  'xmlns:Iptc4xmpExt="http://iptc.org/std/Iptc4xmpExt/2008-02-29/"',
  'xmlns:xmp="http://ns.adobe.com/xap/1.0/"',
  'xmlns:photoshop="http://ns.adobe.com/photoshop/1.0/"',
].join(' ')

/** IPTC's terms for a picture made by an algorithm without a trained model, and with one; nobody's name. */
function provenance(isNeural: boolean, engine: string | undefined): string {
  const source = isNeural ? 'trainedAlgorithmicMedia' : 'algorithmicMedia'
  const tool = engine === undefined ? credit : `${credit} (${engine.replaceAll(/[^\w.-]/g, '').slice(0, 40)})`
  const says = [
    `Iptc4xmpExt:DigitalSourceType="http://cv.iptc.org/newscodes/digitalsourcetype/${source}"`,
    `xmp:CreatorTool="${tool}"`,
    `xmp:CreateDate="${new Date().toISOString().slice(0, 10)}"`,
    `photoshop:Credit="${credit}"`,
  ].join(' ')
  return `<x:xmpmeta xmlns:x="adobe:ns:meta/"><rdf:RDF xmlns:rdf="http://www.w3.org/1999/02/22-rdf-syntax-ns#"><rdf:Description rdf:about="" ${namespaces} ${says}/></rdf:RDF></x:xmpmeta>`
}

async function shrink(pixels: Sharp): Promise<{ data: Buffer; width: number; height: number }> {
  const { data, info } = await pixels
    .clone()
    .resize({ width: 100, height: 100, fit: 'inside' })
    .ensureAlpha()
    .raw()
    .toBuffer({ resolveWithObject: true })
  return { data, width: info.width, height: info.height }
}

/** What safety checkers put in a picture's place, and broken samplers make: no trained model paints one exact colour. */
function isFlat(rgba: Buffer): boolean {
  const first = rgba.subarray(0, 4)
  for (let at = 4; at < rgba.length; at += 4) {
    if (rgba[at] !== first[0] || rgba[at + 1] !== first[1] || rgba[at + 2] !== first[2]) return false
  }
  return true
}
