/** What the app and `v0-generator` say to each other (spec §3 and §7). */
import * as v from 'valibot'

import {
  defaultImageSize,
  maxImages,
  maxImageSize,
  maxPromptLength,
  maxReferences,
  maxSeed,
  minImageSize,
} from './generation-limits.ts'
import { generationStatuses } from './progress.ts'

export const generationModes = ['normal', 'enhanced', 'cortexia'] as const
export type GenerationMode = (typeof generationModes)[number]

export const referenceRoles = ['auto', 'subject', 'style', 'composition'] as const
export type ReferenceRole = (typeof referenceRoles)[number]
export const defaultInfluence = 0.5

/** What a plan may lack: whatever it is beside the subject, the subject, or all that was said. */
export const planVerdicts = ['complete', 'partial', 'subject_unknown', 'abstract'] as const
export type PlanVerdict = (typeof planVerdicts)[number]
/** Those that somebody must have been told of; the last two are made as trials, for nothing. */
export const lackingVerdicts = ['partial', 'subject_unknown', 'abstract'] as const
export type LackingVerdict = (typeof lackingVerdicts)[number]

const planGrades = ['exact', 'similar', 'symbol'] as const

/** What the built-in engine draws of a prompt: announced before it is ordered, and the receipt afterwards. */
export const PicturePlan = v.object({
  verdict: v.picklist(planVerdicts),
  /** 0–1, of what was said. */
  coverage: v.number(),
  /** As typed. */
  drawn: v.array(v.object({ text: v.string(), grade: v.picklist(planGrades) })),
  missing: v.array(v.string()),
  /** What else is said and not to be seen, as typed: what is done, a number, a colour, a place, an age; plans of before engine 28 have none. */
  unshown: v.optional(v.array(v.string()), []),
  /** What the picture should be of, as typed, where it is one of the missing. */
  unknown: v.nullable(v.string()),
})
export type PicturePlan = v.InferOutput<typeof PicturePlan>

export const generationSources = ['create-modal', 'remix-modal', 'workflow', 'conversation', 'api'] as const
export type GenerationSource = (typeof generationSources)[number]

// Unassigned halves of characters, and the one that no database keeps.
const storable = v.check(
  (text: string) => text.isWellFormed() && !text.includes('\0'),
  'has characters that cannot be kept',
)
const visible = v.regex(/[^\p{C}\p{Z}]/u)
// Whatever no keyboard types, and marks that turn the text around them: a model and a reader would see two texts.
const plain = v.transform((text: string) =>
  text.replace(/[^\P{Cc}\0\t\n\r]|[\u202a-\u202e\u2066-\u2069]/gu, ' ').trim(),
)

const size = v.optional(
  v.pipe(v.number(), v.integer(), v.minValue(minImageSize), v.maxValue(maxImageSize)),
  defaultImageSize,
)
const references = v.pipe(v.array(v.pipe(v.string(), v.nonEmpty())), v.maxLength(maxReferences))

const promptText = v.pipe(v.string(), plain, visible, v.maxLength(maxPromptLength), storable)

/** What a picture is painted by where its prompt is in a language that is not read: the same in another, as its person saw it. */
export const PromptTranslation = v.object({
  text: promptText,
  /** The language of the prompt (ISO 639). */
  from: v.pipe(v.string(), v.regex(/^[a-z]{2,3}$/u)),
})
export type PromptTranslation = v.InferOutput<typeof PromptTranslation>

/** What somebody says of a photograph that they bring: it shows nobody, themselves, or a person who agrees. */
export const LikenessAnswer = v.picklist(['nobody', 'me', 'agreed'])
export type LikenessAnswer = v.InferOutput<typeof LikenessAnswer>

export const ReferenceSetting = v.object({
  role: v.optional(v.picklist(referenceRoles), 'auto'),
  influence: v.optional(v.pipe(v.number(), v.minValue(0), v.maxValue(1)), defaultInfluence),
  shows: v.optional(v.nullable(LikenessAnswer)),
})
export type ReferenceSetting = v.InferOutput<typeof ReferenceSetting>
const asGiven: ReferenceSetting = { role: 'auto', influence: defaultInfluence }

/**
 * A reference is a data URL or the public URL of one of our own stored images. `image` is the first of `images`;
 * `reference_settings` are in the order of the references, those that are left out have the default role and influence.
 * Picture `n` of `count` has the seed `seed + n - 1`. `remix_of` names the post that is remixed.
 */
export const GenerationRequest = v.pipe(
  v.object({
    prompt: promptText,
    translation: v.optional(v.nullable(PromptTranslation), null),
    mode: v.optional(v.picklist(generationModes), 'cortexia'),
    width: size,
    height: size,
    negative_prompt: v.optional(v.nullable(v.pipe(v.string(), plain, v.maxLength(maxPromptLength), storable)), null),
    userId: v.optional(v.nullable(v.pipe(v.string(), v.uuid(), v.toLowerCase())), null),
    image: v.optional(v.nullable(v.string()), null),
    images: v.optional(v.nullable(references), null),
    seed: v.optional(v.nullable(v.pipe(v.number(), v.integer(), v.minValue(0), v.maxValue(maxSeed))), null),
    count: v.optional(v.nullable(v.pipe(v.number(), v.integer(), v.minValue(1), v.maxValue(maxImages))), 1),
    reference_settings: v.optional(v.nullable(v.pipe(v.array(ReferenceSetting), v.maxLength(maxReferences))), null),
    source: v.optional(v.nullable(v.picklist(generationSources)), 'api'),
    /** The verdict of the plan that the person was shown; without it, what lacks something is refused. */
    accepts: v.optional(v.nullable(v.picklist(lackingVerdicts)), null),
    remix_of: v.optional(v.nullable(v.pipe(v.string(), v.uuid(), v.toLowerCase())), null),
  }),
  v.transform(({ image, images, reference_settings: settings, count, source, ...rest }) => {
    const urls = images?.length ? images : image ? [image] : []
    return {
      ...rest,
      count: count ?? 1,
      source: source ?? 'api',
      references: urls.map((url, place): ReferenceSetting & { url: string } => {
        const { role, influence, shows } = settings?.[place] ?? asGiven
        return { url, role, influence, shows }
      }),
    }
  }),
)
export type GenerationRequest = v.InferOutput<typeof GenerationRequest>
export type GenerationRequestBody = v.InferInput<typeof GenerationRequest>

/** Spec §8. */
export const generatorError = (status: number, text: string): string => `v0-generator error (${status}): ${text}`

/** What became of one reference: `as` is how it served (init, style, ip-adapter…), or why it did not. */
export const ReferenceReceipt = v.object({
  position: v.number(),
  used: v.boolean(),
  as: v.string(),
  note: v.string(),
})
export type ReferenceReceipt = v.InferOutput<typeof ReferenceReceipt>

/** `seed`, `thumbhash` and the facts beside them are those of the first picture; `seeds`, `thumbhashes` are in order. */
const GenerationMetadata = v.looseObject({
  generation_id: v.string(),
  engine: v.string(),
  /** The engine's name for people. */
  label: v.optional(v.string()),
  neural: v.optional(v.boolean()),
  mode: v.picklist(generationModes),
  seed: v.nullable(v.number()),
  seeds: v.optional(v.array(v.nullable(v.number()))),
  width: v.number(),
  height: v.number(),
  thumbhash: v.optional(v.string()),
  thumbhashes: v.optional(v.array(v.string())),
  warnings: v.optional(v.array(v.string())),
  references: v.optional(v.array(ReferenceReceipt)),
  /** What it cost, and what is left to spend; null where that could not be read. */
  credits: v.optional(v.object({ cost: v.number(), balance: v.nullable(v.number()) })),
  understood: v.optional(v.array(v.object({ word: v.string(), role: v.string() }))),
  ignored: v.optional(v.array(v.string())),
  plan: v.optional(PicturePlan),
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

/** The answer 202: to `Prefer: respond-async`, and where the pictures took longer than an answer may. */
export const GenerationAccepted = v.object({
  generation_id: v.string(),
  status: v.picklist(generationStatuses),
  position: v.nullable(v.number()),
  eta_seconds: v.nullable(v.number()),
  /** Credits that are held for it; what is not delivered is given back. */
  cost: v.number(),
})
export type GenerationAccepted = v.InferOutput<typeof GenerationAccepted>
