/** What the app and `v0-generator` say to each other (spec §3 and §7). */
import * as v from 'valibot'

export const generationModes = ['normal', 'enhanced', 'cortexia'] as const
export type GenerationMode = (typeof generationModes)[number]

/** Spec §9. */
export const maxReferences = 3
export const defaultImageSize = 1024
export const generationThrottleMs = 2000

export const minImageSize = 256
export const maxImageSize = 2048
export const maxPromptLength = 2000
export const maxReferenceBytes = 10 * 1024 * 1024
export const maxReferencePixels = 40_000_000
export const referenceTypes = ['image/png', 'image/jpeg', 'image/webp'] as const

// Unassigned halves of characters, and the one that no database keeps.
const storable = v.check(
  (text: string) => text.isWellFormed() && !text.includes('\0'),
  'has characters that cannot be kept',
)
const visible = v.regex(/[^\p{C}\p{Z}]/u)

const size = v.optional(
  v.pipe(v.number(), v.integer(), v.minValue(minImageSize), v.maxValue(maxImageSize)),
  defaultImageSize,
)
const references = v.pipe(v.array(v.pipe(v.string(), v.nonEmpty())), v.maxLength(maxReferences))

/** A reference is a data URL or the public URL of one of our own stored images. `image` is the first of `images`. */
export const GenerationRequest = v.pipe(
  v.object({
    prompt: v.pipe(v.string(), v.trim(), visible, v.maxLength(maxPromptLength), storable),
    mode: v.optional(v.picklist(generationModes), 'cortexia'),
    width: size,
    height: size,
    negative_prompt: v.optional(v.nullable(v.pipe(v.string(), v.trim(), v.maxLength(maxPromptLength), storable)), null),
    userId: v.optional(v.nullable(v.pipe(v.string(), v.uuid(), v.toLowerCase())), null),
    image: v.optional(v.nullable(v.string()), null),
    images: v.optional(v.nullable(references), null),
    seed: v.optional(v.nullable(v.pipe(v.number(), v.integer(), v.minValue(0), v.maxValue(0xffff_ffff))), null),
  }),
  v.transform(({ image, images, ...rest }) => ({
    ...rest,
    references: images?.length ? images : image ? [image] : [],
  })),
)
export type GenerationRequest = v.InferOutput<typeof GenerationRequest>
export type GenerationRequestBody = v.InferInput<typeof GenerationRequest>

const GenerationMetadata = v.looseObject({
  generation_id: v.string(),
  engine: v.string(),
  mode: v.picklist(generationModes),
  seed: v.number(),
  width: v.number(),
  height: v.number(),
  thumbhash: v.optional(v.string()),
  understood: v.optional(v.array(v.object({ word: v.string(), role: v.string() }))),
  ignored: v.optional(v.array(v.string())),
})

/** `images` are public URLs; the spec lets it be a single one as well. */
export const GenerationResult = v.object({
  images: v.pipe(
    v.union([v.array(v.string()), v.string()]),
    v.transform((images) => (typeof images === 'string' ? [images] : images)),
  ),
  metadata: GenerationMetadata,
})
export type GenerationResult = v.InferOutput<typeof GenerationResult>
