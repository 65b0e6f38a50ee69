/** What the app and `cortexia-intelligence` say to each other (spec §3 and §7): one request and one result per action. */
import * as v from 'valibot'

import { maxPromptLength, maxReferences } from './generation-limits.ts'
import { generationModes, PicturePlan, PromptTranslation, referenceRoles } from './generation.ts'
import { WorkflowInputs } from './workflow.ts'

export const intelligenceActions = [
  'analyze',
  'enhance',
  'analyze_image',
  'search_references',
  'search_by_meaning',
  'template',
  'plan',
  'translate',
  'enlarge',
  'generate',
  'execute_step',
] as const
export type IntelligenceAction = (typeof intelligenceActions)[number]

/** These spend credits, so they need a session; the others also answer visitors. */
export const costlyActions = ['generate', 'execute_step'] as const satisfies readonly IntelligenceAction[]

export const intelligenceLanguages = ['fr', 'en'] as const
export type IntelligenceLanguage = (typeof intelligenceLanguages)[number]

/** Kinds of references that `search_references` may be asked for, and that its results carry. */
export const referenceKinds = ['style', 'palette', 'composition', 'sujet'] as const
export type ReferenceKind = (typeof referenceKinds)[number]

/** What a complete description says, in the order it says it. */
export const promptSlots = ['subject', 'composition', 'light', 'colours', 'details', 'mood', 'style'] as const
export type PromptSlot = (typeof promptSlots)[number]

/** Beyond it the built-in rules add nothing. */
export const maxEnhancedLength = 420
/** `analyze` accepts more images than a generation does, so that it can say which will be left out. */
const maxAnalyzedImages = 20

const storable = v.check(
  (text: string) => text.isWellFormed() && !text.includes('\0'),
  'has characters that cannot be kept',
)
const prompt = v.pipe(v.string(), v.trim(), v.regex(/[^\p{C}\p{Z}]/u), v.maxLength(maxPromptLength), storable)
/** A data URL of a PNG, JPEG or WebP file, or the public address of a file in our own storage. */
const picture = v.pipe(v.string(), v.nonEmpty())
const negative = v.optional(v.nullable(v.pipe(v.string(), v.trim(), v.maxLength(maxPromptLength), storable)), null)
const common = {
  /** Must be the session's own person where given (as the header `X-User-Id`), else 403 'Non autorisé'. */
  user_id: v.optional(v.nullable(v.pipe(v.string(), v.uuid(), v.toLowerCase())), null),
  /** Of the answer's sentences; without it, the language that the text is written in. */
  language: v.optional(v.nullable(v.picklist(intelligenceLanguages)), null),
}
const pictures = (most: number) => v.optional(v.nullable(v.pipe(v.array(picture), v.maxLength(most))), null)

export const AnalyzeRequest = v.object({
  ...common,
  action: v.literal('analyze'),
  prompt,
  negative_prompt: negative,
  images: pictures(maxAnalyzedImages),
})
export const EnhanceRequest = v.object({
  ...common,
  action: v.literal('enhance'),
  prompt,
  negative_prompt: negative,
  references: pictures(maxReferences),
})
export const AnalyzeImageRequest = v.object({ ...common, action: v.literal('analyze_image'), imageUrl: picture })
export const SearchReferencesRequest = v.object({
  ...common,
  action: v.literal('search_references'),
  query: v.pipe(v.string(), v.trim(), v.regex(/[^\p{C}\p{Z}]/u), v.maxLength(200), storable),
  category: v.optional(v.nullable(v.picklist(referenceKinds)), null),
})
/** Public posts that are about what a text says, in other words; a session is needed, as for all search. */
export const SearchByMeaningRequest = v.object({
  ...common,
  action: v.literal('search_by_meaning'),
  query: v.pipe(v.string(), v.trim(), v.regex(/[^\p{C}\p{Z}]/u), v.maxLength(200), storable),
})
/** Without a `template`, the list of them all. Slots that are missing or blank take their default. */
export const TemplateRequest = v.object({
  ...common,
  action: v.literal('template'),
  template: v.optional(v.nullable(v.pipe(v.string(), v.maxLength(40))), null),
  slots: v.optional(
    v.nullable(v.record(v.string(), v.nullable(v.pipe(v.string(), v.trim(), v.maxLength(200), storable)))),
    null,
  ),
})
/** What a picture of this would show. `roles` are those of its references. */
export const PlanRequest = v.object({
  ...common,
  action: v.literal('plan'),
  prompt,
  negative_prompt: negative,
  roles: v.optional(v.nullable(v.pipe(v.array(v.picklist(referenceRoles)), v.maxLength(maxReferences))), null),
})
/** Into `language`, French where none is said. */
export const TranslateRequest = v.object({ ...common, action: v.literal('translate'), prompt })
/** One of the caller's own pictures, twice as large. */
export const EnlargeRequest = v.object({
  ...common,
  action: v.literal('enlarge'),
  image_id: v.pipe(v.string(), v.uuid()),
})
/** Without a `runId`, the caller's run of that workflow that is not over, else a new one with these `inputs`. */
export const ExecuteStepRequest = v.looseObject({
  ...common,
  action: v.literal('execute_step'),
  workflowId: v.pipe(v.string(), v.maxLength(64)),
  stepIndex: v.pipe(v.number(), v.integer()),
  runId: v.optional(v.nullable(v.pipe(v.string(), v.maxLength(64))), null),
  inputs: v.optional(v.nullable(WorkflowInputs), null),
})

export type AnalyzeRequest = v.InferOutput<typeof AnalyzeRequest>
export type EnhanceRequest = v.InferOutput<typeof EnhanceRequest>
export type AnalyzeImageRequest = v.InferOutput<typeof AnalyzeImageRequest>
export type SearchReferencesRequest = v.InferOutput<typeof SearchReferencesRequest>
export type TemplateRequest = v.InferOutput<typeof TemplateRequest>
export type TranslateRequest = v.InferOutput<typeof TranslateRequest>
export type EnlargeRequest = v.InferOutput<typeof EnlargeRequest>
export type PlanRequest = v.InferOutput<typeof PlanRequest>
export type ExecuteStepRequest = v.InferOutput<typeof ExecuteStepRequest>

/** What a client sends; `generate` takes v0-generator's own body beside `action` and answers as it does. */
export type IntelligenceRequestBody =
  | v.InferInput<typeof AnalyzeRequest>
  | v.InferInput<typeof EnhanceRequest>
  | v.InferInput<typeof AnalyzeImageRequest>
  | v.InferInput<typeof SearchReferencesRequest>
  | v.InferInput<typeof SearchByMeaningRequest>
  | v.InferInput<typeof TemplateRequest>
  | v.InferInput<typeof PlanRequest>
  | v.InferInput<typeof EnlargeRequest>
  | v.InferInput<typeof TranslateRequest>
  | v.InferInput<typeof ExecuteStepRequest>

/**
 * Why the built-in rules answered although a text model is configured: it failed in some way, its hourly share is used
 * up, or the caller is not signed in.
 */
export const fallbackReasons = [
  'model_timeout',
  'model_unreachable',
  'model_busy',
  'model_refused',
  'model_unusable_answer',
  'model_misconfigured',
  'model_quota',
  'signed_out',
] as const
export type FallbackReason = (typeof fallbackReasons)[number]

const answered = {
  /** Who answered: the built-in rules, or a language model. */
  source: v.picklist(['rules', 'llm']),
  language: v.picklist(intelligenceLanguages),
  fallback: v.optional(v.object({ reason: v.picklist(fallbackReasons) })),
  /** Sentences for the person, in `language`. */
  warnings: v.array(v.string()),
}

export const WorkflowStep = v.object({
  index: v.number(),
  action: v.picklist(['analyze_image', 'search_references', 'enhance', 'generate', 'publish']),
  title: v.string(),
  description: v.string(),
  input: v.record(v.string(), v.unknown()),
  status: v.picklist(['pending', 'running', 'done', 'failed']),
})
export type WorkflowStep = v.InferOutput<typeof WorkflowStep>

/** A public post of our own feed; `url` is always one of our own addresses. */
export const SuggestedReference = v.object({
  url: v.string(),
  description: v.string(),
  type: v.picklist(referenceKinds),
  post_id: v.string(),
  creator_id: v.string(),
  width: v.nullable(v.number()),
  height: v.nullable(v.number()),
  thumbhash: v.nullable(v.string()),
  score: v.number(),
})
export type SuggestedReference = v.InferOutput<typeof SuggestedReference>

/** Nearest first. */
export const SearchByMeaningResult = v.object({
  posts: v.array(
    v.object({
      id: v.string(),
      image_url: v.string(),
      width: v.nullable(v.number()),
      height: v.nullable(v.number()),
      thumbhash: v.nullable(v.string()),
      alt_text: v.nullable(v.string()),
      prompt: v.string(),
      rating: v.number(),
    }),
  ),
})
export type SearchByMeaningResult = v.InferOutput<typeof SearchByMeaningResult>

export const PaletteColour = v.object({
  hex: v.string(),
  /** Of the picture, 0–1. */
  share: v.number(),
  /** In the answer's language. */
  name: v.string(),
})
export type PaletteColour = v.InferOutput<typeof PaletteColour>

/** `plan` is null where another engine than the built-in one is asked first: it draws what words say. */
export const PlanResult = v.object({
  source: v.picklist(['rules']),
  language: v.picklist(intelligenceLanguages),
  plan: v.nullable(PicturePlan),
  /** Credits for one picture. */
  cost: v.number(),
  /** What can be drawn in the place of the missing subject, as it would be written; of another missing thing, what is written alike. */
  instead: v.array(v.string()),
  /** An engine of this installation that would draw it, by its name for people. */
  better_engine: v.nullable(v.string()),
  /** The rule that would refuse these words, and the words as they are written; nothing is made of them. */
  refused: v.nullable(v.object({ rule: v.string(), terms: v.array(v.string()) })),
  /** Where the words are in a language that the engine does not read (ISO 639), and whether they can be translated here. */
  foreign: v.nullable(v.object({ language: v.string(), can_translate: v.boolean() })),
})
export type PlanResult = v.InferOutput<typeof PlanResult>

const figures = {
  /** After the file's own orientation was applied. */
  width: v.number(),
  height: v.number(),
  format: v.picklist(['png', 'jpeg', 'webp']),
  orientation: v.picklist(['square', 'portrait', 'landscape']),
  /** 0–1. */
  brightness: v.number(),
  contrast: v.number(),
  colourfulness: v.number(),
  /** Above 0 warm, below 0 cold. */
  warmth: v.number(),
  edge_density: v.number(),
  /** Where the details are, 0–1 from the left and from the top. */
  focus: v.object({ x: v.number(), y: v.number() }),
  /** Share of the details in each ninth, row by row. */
  energy: v.array(v.number()),
  sharpness: v.number(),
  /** Of the left half to the right one, 0–1. */
  symmetry: v.number(),
  palette: v.array(PaletteColour),
  /** Base64. */
  thumbhash: v.string(),
}

export const AnalyzeImageResult = v.object({
  ...answered,
  description: v.string(),
  ...figures,
  /** A proposal for the prompt field. */
  suggested_prompt: v.string(),
  /** The prompt it was made from, where it is a creation of ours whose prompt the caller may read. */
  created_from: v.nullable(v.string()),
})
export type AnalyzeImageResult = v.InferOutput<typeof AnalyzeImageResult>

export const AnalyzeResult = v.object({
  ...answered,
  /** Filled slots of seven, 0–1. */
  score: v.number(),
  filled: v.array(v.picklist(promptSlots)),
  missing: v.array(v.picklist(promptSlots)),
  /** Stable codes of the built-in engine's words (`sea`, `sunset`, `watercolour`…). */
  detected: v.object({
    scene: v.nullable(v.string()),
    time: v.nullable(v.string()),
    styles: v.array(v.string()),
    colours: v.array(v.string()),
    objects: v.array(v.string()),
    moods: v.array(v.string()),
    removed: v.array(v.string()),
  }),
  /** Words that say nothing to the built-in engine. */
  ignored: v.array(v.string()),
  recommended_mode: v.picklist(generationModes),
  recommended_size: v.object({ width: v.number(), height: v.number() }),
  estimated_cost: v.number(),
  estimated_seconds: v.number(),
  workflow_steps: v.array(WorkflowStep),
  /** What is to be seen on the first three images, in their order. */
  images: v.array(v.object({ description: v.string(), ...figures })),
})
export type AnalyzeResult = v.InferOutput<typeof AnalyzeResult>

/** The larger copy, among the caller's own pictures; null where the picture has its largest size already. */
export const EnlargeResult = v.object({
  image: v.nullable(
    v.object({
      id: v.string(),
      url: v.string(),
      width: v.number(),
      height: v.number(),
      thumbhash: v.nullable(v.string()),
    }),
  ),
})
export type EnlargeResult = v.InferOutput<typeof EnlargeResult>

/** `translation` is null where no language model answered: rules translate nothing. */
export const TranslateResult = v.object({ ...answered, translation: v.nullable(PromptTranslation) })
export type TranslateResult = v.InferOutput<typeof TranslateResult>

/** A proposal: the person accepts it, or not. `enhanced_prompt` begins with the person's own words unless the model answered. */
export const EnhanceResult = v.object({
  ...answered,
  enhanced_prompt: v.string(),
  negative_prompt: v.nullable(v.string()),
  added: v.array(v.object({ slot: v.picklist(promptSlots), text: v.string() })),
  workflow_steps: v.array(WorkflowStep),
  suggested_references: v.array(SuggestedReference),
})
export type EnhanceResult = v.InferOutput<typeof EnhanceResult>

/** Nothing found: an empty list, and three queries that people may try instead. */
export const SearchReferencesResult = v.object({
  ...answered,
  suggested_references: v.array(SuggestedReference),
  example_queries: v.array(v.string()),
})
export type SearchReferencesResult = v.InferOutput<typeof SearchReferencesResult>

export const PromptTemplate = v.object({
  template: v.string(),
  title: v.string(),
  description: v.string(),
  slots: v.array(v.object({ name: v.string(), label: v.string(), default: v.string() })),
  width: v.number(),
  height: v.number(),
})
export type PromptTemplate = v.InferOutput<typeof PromptTemplate>

/** `templates` where none was named, else `template` filled in. */
export const TemplateListResult = v.object({ ...answered, templates: v.array(PromptTemplate) })
export type TemplateListResult = v.InferOutput<typeof TemplateListResult>
export const TemplateResult = v.object({
  ...answered,
  template: v.string(),
  title: v.string(),
  prompt: v.string(),
  negative_prompt: v.nullable(v.string()),
  mode: v.picklist(generationModes),
  width: v.number(),
  height: v.number(),
  /** With defaults filled in. */
  slots: v.record(v.string(), v.string()),
})
export type TemplateResult = v.InferOutput<typeof TemplateResult>

/** Spec §8. */
export const intelligenceError = (status: number, text: string): string => `Intelligence API error (${status}): ${text}`
