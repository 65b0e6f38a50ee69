import type { ImageConfig } from '../config.ts'
/** What a variant is: parsed, bounded, and turned into the size that it will really have. */
import { storageErrors } from '../errors.ts'

export interface Transformation {
  readonly width?: number | undefined
  readonly height?: number | undefined
  readonly resize?: 'cover' | 'contain' | 'fill' | undefined
  /** `jpeg` is for those that preview a link: some messengers draw nothing else. */
  readonly format?: 'origin' | 'avif' | 'webp' | 'jpeg' | undefined
  readonly quality?: number | undefined
}

/** JSON schema of the fields, for queries and bodies. */
export const transformationSchema = {
  width: { type: 'integer', minimum: 0 },
  height: { type: 'integer', minimum: 0 },
  resize: { type: 'string', enum: ['cover', 'contain', 'fill'] },
  format: { type: 'string', enum: ['origin', 'avif', 'webp', 'jpeg'] },
  quality: { type: 'integer', minimum: 20, maximum: 100 },
} as const

/** Only what a variant depends on, 0 meaning absent. @throws {StorageError} InvalidRequest for sizes out of bounds */
export function checkTransformation(wanted: Transformation, config: ImageConfig): Transformation {
  const { width, height, resize, format, quality } = wanted
  for (const [side, length] of Object.entries({ width, height })) if (length) checkSide(side, length, config)
  return {
    ...(width && { width }),
    ...(height && { height }),
    ...(resize && { resize }),
    ...(format && { format }),
    ...(quality && { quality }),
  }
}

function checkSide(side: string, length: number, { maximumVariantSide, variantSides }: ImageConfig): void {
  if (length > maximumVariantSide) throw storageErrors.invalidRequest(`${side} must be <= ${maximumVariantSide}`)
  if (variantSides && !variantSides.includes(length))
    throw storageErrors.invalidRequest(`${side} must be one of ${variantSides.join(', ')}`)
}

export interface Size {
  readonly width: number
  readonly height: number
}

export interface Resizing extends Size {
  readonly fit: 'cover' | 'fill'
}

/**
 * The size to make, never larger than the source in either direction. A box that asks for more is shrunk and keeps
 * its shape, so that a page's layout holds whatever the source was.
 */
export function resizingOf(source: Size, { width, height, resize = 'cover' }: Transformation): Resizing {
  if (!width || !height || resize === 'contain') return { ...sizeInside(source, width, height), fit: 'fill' }
  const scale = Math.min(1, source.width / width, source.height / height)
  return { width: atLeastOne(width * scale), height: atLeastOne(height * scale), fit: resize }
}

function sizeInside(source: Size, width = 0, height = 0): Size {
  const scale = Math.min(1, (width || Infinity) / source.width, (height || Infinity) / source.height)
  return { width: atLeastOne(source.width * scale), height: atLeastOne(source.height * scale) }
}

const atLeastOne = (length: number) => Math.max(1, Math.round(length))

/** The header `X-Transformations`, in the words of the hosted service. */
export function describeTransformation({ width, height, resize = 'cover', quality }: Transformation): string {
  const resizing = { cover: 'fill', contain: 'fit', fill: 'force' }[resize]
  const parts = { height, width, resizing_type: width || height ? resizing : undefined, quality }
  return Object.entries(parts)
    .filter(([, value]) => value !== undefined)
    .map(([name, value]) => `${name}:${value}`)
    .join(',')
}
