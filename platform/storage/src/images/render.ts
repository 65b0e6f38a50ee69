/** One picture, one transformation, one format: bytes. */
import type { Sharp } from 'sharp'

import { decoding, type DecodableImage } from './decode.ts'
import type { VariantFormat } from './formats.ts'
import { resizingOf, type Transformation } from './transformation.ts'

/** Changes when encoders' settings do, so that variants made before are not taken for today's. */
export const rendering = 'r2'

/** Of the source's metadata only how it was made enters a variant, and no location. @throws {ImageError} */
export function renderImage(image: DecodableImage, wanted: Transformation, format: VariantFormat): Promise<Buffer> {
  const { width, height, fit } = resizingOf(image.size, wanted)
  const resized = image.open().resize(width, height, { fit, position: 'centre' })
  const told = image.provenance === null ? resized : resized.withXmp(image.provenance)
  return decoding(encoders[format](told, wanted.quality).toBuffer())
}

// Efforts and default qualities were chosen by measuring speed against size (PERFORMANCE §7).
const encoders: Record<VariantFormat, (image: Sharp, quality?: number) => Sharp> = {
  webp: (image, quality = 75) => image.webp({ quality, effort: 2 }),
  avif: (image, quality) => image.avif({ quality: avifQuality(quality), effort: 2 }),
  jpeg: (image, quality = 80) => image.flatten({ background: '#ffffff' }).jpeg({ quality, progressive: true }),
  png: (image) => image.png({ compressionLevel: 6 }),
  gif: (image) => image.gif(),
}

/** AVIF at 50 looks like WebP at 75; what clients ask for is on WebP's scale. */
function avifQuality(quality = 75): number {
  return Math.max(20, Math.round((quality * 2) / 3))
}
