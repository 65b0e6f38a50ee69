/**
 * Workflows: an ordered list of steps, each of which may take what an earlier one gave, behind a form (SCREENS §3.6).
 *
 * The tables `workflows`, `workflow_versions`, `workflow_runs` and `workflow_run_steps` are read as they are; everything
 * is written by the functions of the database in `WorkflowCalls` and by `execute_step`.
 */
import * as v from 'valibot'

import { functionErrorCodes } from './errors.ts'
import { maxImages, maxImageSize, maxPromptLength, minImageSize } from './generation-limits.ts'
import { generationModes, LikenessAnswer } from './generation.ts'

export const stepKinds = ['enhance', 'analyse', 'generate', 'remix', 'upscale', 'choose', 'publish'] as const
export type StepKind = (typeof stepKinds)[number]

export const workflowGoals = [
  'affiche',
  'motif',
  'portrait',
  'produit',
  'bd',
  'carte',
  'banniere',
  'logo',
  'retouche',
] as const
export type WorkflowGoal = (typeof workflowGoals)[number]

export const workflowVisibilities = ['private', 'unlisted', 'public'] as const
export type WorkflowVisibility = (typeof workflowVisibilities)[number]

export const inputKinds = ['text', 'long_text', 'image', 'choice', 'number'] as const
export type InputKind = (typeof inputKinds)[number]

/** `step`: the person calls one step after the other; `whole`: the server goes on, whether anybody looks or not. */
export const runModes = ['step', 'whole'] as const
export type RunMode = (typeof runModes)[number]

/** `waiting`: a `choose` step wants the person. `partial`: a step failed after others had given something. */
export const runStatuses = ['queued', 'running', 'waiting', 'succeeded', 'partial', 'failed', 'canceled'] as const
export type RunStatus = (typeof runStatuses)[number]

export const stepStatuses = ['pending', 'running', 'waiting', 'succeeded', 'failed', 'skipped'] as const
export type StepStatus = (typeof stepStatuses)[number]

export const maxSteps = 20
export const maxInputs = 12
export const maxWorkflowTitle = 120
export const maxStepTitle = 80
export const maxChoices = 30
/** Of an input's text, unless the field says less. */
export const maxInputLength = 1000
/** `upscale` doubles both sides up to this. */
export const maxUpscaledSide = 4096

/** What a step of each kind gives, by the names that later steps take it by. */
export const stepGives = {
  enhance: ['prompt'],
  analyse: ['description', 'prompt'],
  generate: ['images', 'image', 'prompt'],
  remix: ['images', 'image', 'prompt'],
  upscale: ['image', 'images'],
  choose: ['image', 'images'],
  publish: ['post_id'],
} as const satisfies Readonly<Record<StepKind, readonly StepField[]>>

/** What a step of each kind may take. An `image` may be taken where `images` are wanted, and the first of `images` as `image`. */
export const stepTakes = {
  enhance: ['prompt'],
  analyse: ['image'],
  generate: ['prompt', 'description', 'images'],
  remix: ['image', 'prompt', 'description'],
  upscale: ['image'],
  choose: ['images'],
  publish: ['image', 'prompt', 'description'],
} as const satisfies Readonly<Record<StepKind, readonly string[]>>

/** Those that a step of the kind cannot do without. */
export const stepNeeds = {
  enhance: [],
  analyse: ['image'],
  generate: [],
  remix: ['image'],
  upscale: ['image'],
  choose: ['images'],
  publish: ['image'],
} as const satisfies Readonly<Record<StepKind, readonly string[]>>

export const stepFields = ['prompt', 'images', 'image', 'description', 'post_id'] as const
export type StepField = (typeof stepFields)[number]

const index = v.pipe(v.number(), v.integer(), v.minValue(0), v.maxValue(maxSteps - 1))

export const WorkflowSource = v.union([
  /** A field of the form. */
  v.strictObject({ input: v.string() }),
  /** What an earlier step gave; steps count from 0. */
  v.strictObject({ step: index, field: v.picklist(stepFields) }),
  /** Always the same: a text, the address of a stored picture, or up to four of these. */
  v.strictObject({
    value: v.union([v.string(), v.pipe(v.array(v.string()), v.minLength(1), v.maxLength(maxImages))]),
  }),
])
export type WorkflowSource = v.InferOutput<typeof WorkflowSource>

/** `{name}` in it stands for an input of the form, or for a text that the step takes (`{prompt}`, `{description}`). */
const template = (most: number) => v.optional(v.nullable(v.pipe(v.string(), v.maxLength(most))))
const side = v.optional(v.pipe(v.number(), v.integer(), v.minValue(minImageSize), v.maxValue(maxImageSize)))
const pictures = {
  /** Without it, the step's picture is of the prompt that it takes. */
  prompt: template(maxPromptLength),
  negative_prompt: template(maxPromptLength),
  /** Of a remix without them: those of the picture that it starts from. */
  width: side,
  height: side,
  count: v.optional(v.pipe(v.number(), v.integer(), v.minValue(1), v.maxValue(maxImages))),
  mode: v.optional(v.picklist(generationModes)),
}
const step = {
  title: v.pipe(v.string(), v.trim(), v.minLength(1), v.maxLength(maxStepTitle)),
  title_en: v.optional(v.pipe(v.string(), v.trim(), v.maxLength(maxStepTitle))),
  takes: v.optional(v.record(v.string(), WorkflowSource), {}),
}
const noSettings = v.optional(v.strictObject({}), {})

export const StepDefinition = v.variant('kind', [
  v.strictObject({
    kind: v.literal('enhance'),
    ...step,
    settings: v.optional(v.strictObject({ prompt: template(maxPromptLength) }), {}),
  }),
  v.strictObject({ kind: v.literal('analyse'), ...step, settings: noSettings }),
  v.strictObject({ kind: v.literal('generate'), ...step, settings: v.optional(v.strictObject(pictures), {}) }),
  v.strictObject({
    kind: v.literal('remix'),
    ...step,
    settings: v.optional(
      v.strictObject({
        ...pictures,
        /** How much of the picture stays, 0–1. */
        influence: v.optional(v.pipe(v.number(), v.minValue(0), v.maxValue(1))),
      }),
      {},
    ),
  }),
  v.strictObject({ kind: v.literal('upscale'), ...step, settings: noSettings }),
  v.strictObject({ kind: v.literal('choose'), ...step, settings: noSettings }),
  v.strictObject({
    kind: v.literal('publish'),
    ...step,
    settings: v.optional(
      v.strictObject({
        /** Without it, `private`: a draft that its author shows when they like. */
        visibility: v.optional(v.picklist(['public', 'followers', 'unlisted', 'private'])),
        title: template(120),
        description: template(1000),
        hashtags: template(500),
      }),
      {},
    ),
  }),
])
export type StepDefinition = v.InferOutput<typeof StepDefinition>

const label = v.pipe(v.string(), v.trim(), v.minLength(1), v.maxLength(120))

export const InputDefinition = v.strictObject({
  name: v.pipe(v.string(), v.regex(/^[a-z][a-z0-9_]{0,39}$/)),
  label,
  label_en: v.optional(v.pipe(v.string(), v.maxLength(120))),
  kind: v.picklist(inputKinds),
  required: v.optional(v.boolean(), false),
  /** What the form shows at first, and what counts where nothing is given. */
  default: v.optional(v.nullable(v.union([v.string(), v.number(), v.array(v.string())]))),
  /** Of a `choice`: `value` is what stands in the prompt. */
  options: v.optional(
    v.pipe(
      v.array(
        v.strictObject({
          value: v.pipe(v.string(), v.minLength(1), v.maxLength(300)),
          label,
          label_en: v.optional(label),
        }),
      ),
      v.minLength(1),
      v.maxLength(maxChoices),
    ),
  ),
  /** Characters of a text, the greatest number, or how many images: 1 to 3. */
  max: v.optional(v.pipe(v.number(), v.integer(), v.minValue(1))),
  /** The least number. */
  min: v.optional(v.pipe(v.number(), v.integer())),
})
export type InputDefinition = v.InferOutput<typeof InputDefinition>

/** What `save_workflow` takes: without an `id` a new workflow, with one its next state. */
export const WorkflowDraft = v.strictObject({
  id: v.optional(v.nullable(v.pipe(v.string(), v.uuid()))),
  title: v.pipe(v.string(), v.trim(), v.minLength(1), v.maxLength(maxWorkflowTitle)),
  summary: v.optional(v.pipe(v.string(), v.maxLength(1000)), ''),
  goal: v.optional(v.nullable(v.picklist(workflowGoals))),
  visibility: v.optional(v.picklist(workflowVisibilities), 'private'),
  /** The address of one of one's own creations. */
  cover_url: v.optional(v.nullable(v.string())),
  /** Bought credits that others pay for a run. */
  fee_credits: v.optional(v.pipe(v.number(), v.integer(), v.minValue(0), v.maxValue(5))),
  steps: v.pipe(v.array(StepDefinition), v.minLength(1), v.maxLength(maxSteps)),
  inputs: v.optional(v.pipe(v.array(InputDefinition), v.maxLength(maxInputs)), []),
})
export type WorkflowDraft = v.InferOutput<typeof WorkflowDraft>
export type WorkflowDraftBody = v.InferInput<typeof WorkflowDraft>

/** A stored picture by its address; of a photograph that somebody brings, who is in it too. */
const InputImage = v.union([v.string(), v.object({ url: v.string(), shows: LikenessAnswer })])
export type InputImage = v.InferOutput<typeof InputImage>

/** A text, a number, or stored pictures. */
export const WorkflowInputs = v.record(v.string(), v.nullable(v.union([v.string(), v.number(), v.array(InputImage)])))
export type WorkflowInputs = v.InferOutput<typeof WorkflowInputs>

export const WorkflowImage = v.object({
  /** Of `generation_images`; null for a picture that came by the form. */
  id: v.nullable(v.string()),
  url: v.string(),
  width: v.nullable(v.number()),
  height: v.nullable(v.number()),
  thumbhash: v.nullable(v.string()),
  /** Of a photograph that came by the form. */
  shows: v.optional(LikenessAnswer),
})
export type WorkflowImage = v.InferOutput<typeof WorkflowImage>

/**
 * What a step has given, by its kind: `prompt` (enhance, analyse, generate, remix), `description` (analyse), `images` and
 * `image` (all that make or choose pictures), `post_id` (publish). `note` is a sentence for the person.
 */
export const StepOutput = v.looseObject({
  prompt: v.optional(v.string()),
  negative_prompt: v.optional(v.nullable(v.string())),
  description: v.optional(v.string()),
  images: v.optional(v.array(WorkflowImage)),
  image: v.optional(WorkflowImage),
  post_id: v.optional(v.string()),
  generation_id: v.optional(v.string()),
  note: v.optional(v.string()),
})
export type StepOutput = v.InferOutput<typeof StepOutput>

const StepError = v.object({
  code: v.picklist(functionErrorCodes),
  message: v.string(),
  terms: v.optional(v.array(v.string())),
})

/** A step of a run at this moment: its last attempt. While it waits, `input.images` is what there is to choose from. */
export const StepState = v.object({
  index: v.number(),
  kind: v.picklist(stepKinds),
  title: v.string(),
  attempt: v.number(),
  status: v.picklist(stepStatuses),
  input: v.nullable(v.looseObject({ images: v.optional(v.array(WorkflowImage)) })),
  output: v.nullable(StepOutput),
  cost: v.number(),
  error: v.nullable(StepError),
  generation_id: v.nullable(v.string()),
})
export type StepState = v.InferOutput<typeof StepState>

/** The answer of `execute_step`: 200 where the step is over or waits for the person, 202 where it is still at work. */
export const ExecuteStepResult = v.object({
  run: v.object({
    id: v.string(),
    workflow_id: v.nullable(v.string()),
    status: v.picklist(runStatuses),
    /** The first step that is not over; as many as there are steps when all are. */
    current_step: v.number(),
    cost_quoted: v.number(),
    cost_charged: v.number(),
  }),
  step: StepState,
})
export type ExecuteStepResult = v.InferOutput<typeof ExecuteStepResult>

/** The event on the private channel `user:{id}`: a hint, the rows are the truth. `step` is the one that changed. */
export const workflowEvent = 'workflow'
export const WorkflowEvent = v.object({
  run_id: v.string(),
  workflow_id: v.nullable(v.string()),
  status: v.picklist(runStatuses),
  current_step: v.number(),
  cost_charged: v.number(),
  step: v.nullable(v.object({ index: v.number(), status: v.picklist(stepStatuses), cost: v.number() })),
})
export type WorkflowEvent = v.InferOutput<typeof WorkflowEvent>

/** What `read_workflow` answers of a public one, one's own, or an unlisted one whose id one has. */
export interface WorkflowReading {
  readonly workflow: {
    readonly id: string
    /** Null: ours, a template. */
    readonly owner_id: string | null
    readonly slug: string | null
    readonly title: string
    readonly summary: string
    /** `title_en`, `summary_en` of ours. */
    readonly labels: Readonly<Record<string, string>>
    readonly cover_url: string | null
    readonly goal: WorkflowGoal | null
    readonly visibility: WorkflowVisibility
    readonly fee_credits: number
    readonly forked_from: string | null
    readonly current_version: number
    readonly runs_count: number
    readonly created_at: string
    readonly updated_at: string
  }
  readonly author: {
    readonly id: string
    readonly display_name: string
    readonly username: string | null
    readonly avatar_url: string | null
  } | null
  readonly version: number
  readonly steps: readonly StepDefinition[]
  readonly inputs: readonly InputDefinition[]
  readonly cost: number
}

/**
 * The functions of the database, by the names of their parameters. A refusal has `code` PT4xx for its status, `hint` for
 * a stable code, `details` for the path of what is wrong (`steps.2.settings.prompt`, `inputs.titre`) or what is missing.
 *
 * 404 `not_found`, 409 `out_of_order` or `already_running`, 402 `insufficient_credits`, 422 `invalid_workflow` or
 * `invalid_inputs`.
 */
export interface WorkflowCalls {
  save_workflow: { workflow: WorkflowDraftBody }
  duplicate_workflow: { workflow_id: string }
  read_workflow: { workflow_id: string }
  workflow_cost: { workflow_id: string }
  start_workflow_run: {
    workflow_id: string
    inputs: WorkflowInputs
    mode: RunMode
    idempotency_key: string
    /** What its author gets, as it was shown. */
    fee?: number
  }
  cancel_workflow_run: { run_id: string }
  /** Steps from this one on are done anew. */
  resume_workflow_run: { run_id: string; from_step: number }
  /** One run per line, 50 at most; what is wrong is at `rows.3.inputs.titre`. */
  start_workflow_batch: { workflow_id: string; rows: WorkflowInputs[]; idempotency_key: string }
  cancel_workflow_batch: { batch_id: string }
  resume_workflow_batch: { batch_id: string }
  schedule_workflow: {
    workflow_id: string
    inputs: WorkflowInputs
    every: 'once' | 'day' | 'week' | 'month'
    starts_at: string
    time_zone: string
  }
  pause_workflow_schedule: { schedule_id: string; paused: boolean }
  choose_in_step: { run_id: string; step_index: number; image_id: string }
}
