/** One run of a workflow and its steps, as the tables hold them: events are hints, rows are the truth. */
import type {
  RunMode,
  RunStatus,
  StepDefinition,
  StepKind,
  StepOutput,
  StepStatus,
  WorkflowImage,
  WorkflowInputs,
} from '@product/contract'

import type { Selected } from '#data/question.ts'

export interface RunStep {
  index: number
  attempt: number
  kind: StepKind
  title: string
  status: StepStatus
  /** While it waits for a choice: what there is to choose from. */
  choices: readonly WorkflowImage[]
  output: StepOutput | null
  cost: number
  error: { code: string; message: string; terms: readonly string[] } | null
  generationId: string | null
}

export interface Run {
  id: string
  /** `null` once the workflow is deleted: the run stays. */
  workflowId: string | null
  version: number
  status: RunStatus
  mode: RunMode
  /** The first step that is not over. */
  currentStep: number
  inputs: WorkflowInputs
  costQuoted: number
  costCharged: number
  createdAt: string
  /** The steps of its version, as they were when it began. */
  definition: readonly StepDefinition[]
  /** In their order, the last attempt of each. */
  steps: readonly RunStep[]
}

const facts =
  'id,workflow_id,version,status,mode,current_step,inputs,cost_quoted,cost_charged,created_at,definition:steps'
const step = 'step_index,attempt,kind,title,status,input,output,cost,error,error_message,error_terms,generation_id'
export const runColumns = `${facts},steps:workflow_run_steps(${step})` as const

export type RunRow = Selected<'workflow_runs', typeof runColumns>

const over: ReadonlySet<RunStatus> = new Set(['succeeded', 'partial', 'failed', 'canceled'])

/** Nothing more happens by itself; it may be resumed unless it succeeded. */
export function isOver({ status }: Pick<Run, 'status'>): boolean {
  return over.has(status)
}

export function canResume({ status }: Pick<Run, 'status'>): boolean {
  return isOver({ status }) && status !== 'succeeded'
}

/** Pictures that the run gave, each once, in the order of its steps. */
export function imagesOf({ steps }: Pick<Run, 'steps'>): RunImage[] {
  const found = new Map<string, RunImage>()
  for (const image of steps.flatMap(imagesOfStep)) if (!found.has(image.url)) found.set(image.url, image)
  return [...found.values()]
}

function imagesOfStep({ kind, title, output, generationId }: RunStep): RunImage[] {
  // A choice repeats what is there.
  if (output === null || kind === 'choose') return []
  const images = output.images ?? (output.image ? [output.image] : [])
  const origin = { generationId: output.generation_id ?? generationId, prompt: output.prompt ?? title }
  return images.map((image) => Object.assign({}, image, origin))
}

export interface RunImage extends WorkflowImage {
  generationId: string | null
  /** What it was made of, else the title of its step. */
  prompt: string
}

export function failedStep({ steps }: Pick<Run, 'steps'>): RunStep | undefined {
  return steps.find(({ status }) => status === 'failed')
}

export function toRun(row: RunRow): Run {
  const last = new Map<number, RunRow['steps'][number]>()
  for (const step of row.steps) {
    const known = last.get(step.step_index)
    if (!known || known.attempt < step.attempt) last.set(step.step_index, step)
  }
  return {
    id: row.id,
    workflowId: row.workflow_id,
    version: row.version,
    status: row.status,
    mode: row.mode,
    currentStep: row.current_step,
    inputs: row.inputs,
    costQuoted: row.cost_quoted,
    costCharged: row.cost_charged,
    createdAt: row.created_at,
    definition: row.definition,
    steps: [...last.values()].toSorted((a, b) => a.step_index - b.step_index).map(toStep),
  }
}

function toStep(row: RunRow['steps'][number]): RunStep {
  return {
    index: row.step_index,
    attempt: row.attempt,
    kind: row.kind,
    title: row.title,
    status: row.status,
    choices: row.input?.images ?? [],
    output: row.output,
    cost: row.cost,
    error:
      row.error === null ? null : { code: row.error, message: row.error_message ?? '', terms: row.error_terms ?? [] },
    generationId: row.generation_id,
  }
}
