/** Which encoding a variant gets: what the address asks for, then what the browser says it can show. */
import type { ImageType } from './sniff.ts'
import type { Transformation } from './transformation.ts'

export type VariantFormat = 'avif' | 'webp' | 'jpeg' | 'png' | 'gif'

export interface FormatChoice {
  /** Made at once when it does not exist. */
  readonly first: VariantFormat
  /** Smaller but slow to make: served once it exists, made in the background until then. */
  readonly better: VariantFormat | null
}

/** @param source null when the source's type is not known yet */
export function chooseFormat(wanted: Transformation, accept: string | undefined, source: ImageType): FormatChoice {
  if (wanted.format === 'origin') return { first: originFormats[source] ?? 'png', better: null }
  if (wanted.format !== undefined) return { first: wanted.format, better: null }
  const accepts = (type: string) => acceptsType(accept, type)
  if (!accepts('image/webp')) return { first: accepts('image/avif') ? 'avif' : plainFormat(source), better: null }
  return { first: 'webp', better: accepts('image/avif') ? 'avif' : null }
}

const originFormats: Partial<Record<ImageType, VariantFormat>> = {
  'image/jpeg': 'jpeg',
  'image/png': 'png',
  'image/webp': 'webp',
  'image/avif': 'avif',
  'image/gif': 'gif',
}

/** For browsers that name no modern format. JPEG has no transparency, so that what may have some becomes PNG. */
function plainFormat(source: ImageType): VariantFormat {
  return source === 'image/jpeg' ? 'jpeg' : 'png'
}

/** Only a type that is named counts: `image/*` and `*` stand in every browser's header, old ones included. */
function acceptsType(accept: string | undefined, type: string): boolean {
  return (accept ?? '')
    .toLowerCase()
    .split(',')
    .some((part) => {
      const [name = '', ...parameters] = part.split(';').map((piece) => piece.trim())
      return name === type && !parameters.some((parameter) => /^q=0(?:\.0*)?$/.test(parameter))
    })
}
