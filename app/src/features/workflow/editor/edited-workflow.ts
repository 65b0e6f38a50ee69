/**
 * A workflow while somebody writes it: steps and fields have keys that stay when they move, and what a step takes names
 * the giving step by its key. Pure.
 */
import {
  stepGives,
  stepTakes,
  type InputDefinition,
  type StepDefinition,
  type StepField,
  type StepKind,
  type WorkflowDraftBody,
  type WorkflowGoal,
  type WorkflowReading,
  type WorkflowSource,
  type WorkflowVisibility,
} from '@product/contract'

export type EditedSource = { input: string } | { step: string; field: StepField } | { value: string | string[] }

/** Settings of every kind; a step has those of its own. */
export type EditedSettings = Readonly<Record<string, string | number | null | undefined>>

export interface EditedStep {
  key: string
  kind: StepKind
  title: string
  title_en?: string | undefined
  settings: EditedSettings
  takes: Readonly<Record<string, EditedSource>>
}

export type EditedInput = InputDefinition & { key: string }

export interface EditedWorkflow {
  /** `null`: not saved yet. */
  id: string | null
  title: string
  summary: string
  goal: WorkflowGoal | null
  visibility: WorkflowVisibility
  coverUrl: string | null
  /** Bought credits that others pay for a run. */
  fee: number
  steps: readonly EditedStep[]
  inputs: readonly EditedInput[]
}

export const emptyWorkflow: EditedWorkflow = {
  id: null,
  title: '',
  summary: '',
  goal: null,
  visibility: 'private',
  coverUrl: null,
  fee: 0,
  steps: [],
  inputs: [],
}

const newKey = () => crypto.randomUUID().slice(0, 8)

export function fromReading({ workflow, steps, inputs }: WorkflowReading): EditedWorkflow {
  const keys = steps.map(newKey)
  return {
    id: workflow.id,
    title: workflow.title,
    summary: workflow.summary,
    goal: workflow.goal,
    visibility: workflow.visibility,
    coverUrl: workflow.cover_url,
    fee: workflow.fee_credits,
    steps: steps.map((step, place) => ({
      key: keys[place] ?? '',
      kind: step.kind,
      title: step.title,
      ...(step.title_en && { title_en: step.title_en }),
      settings: step.settings as EditedSettings,
      takes: mapValues(step.takes, (source) => withKey(source, keys)),
    })),
    inputs: inputs.map((input) => Object.assign({ key: newKey() }, input)),
  }
}

function withKey(source: WorkflowSource, keys: readonly string[]): EditedSource {
  return 'step' in source ? { step: keys[source.step] ?? '', field: source.field } : source
}

/** What `save_workflow` takes. Its own rules judge it. */
export function toDraft(workflow: EditedWorkflow): WorkflowDraftBody {
  const { id, title, summary, goal, visibility, coverUrl, fee, steps, inputs } = workflow
  const places = new Map(steps.map(({ key }, place) => [key, place]))
  return {
    ...(id !== null && { id }),
    title,
    summary,
    goal,
    visibility,
    cover_url: coverUrl,
    fee_credits: fee,
    steps: steps.map((step) => stepDraft(step, places)),
    inputs: inputs.map(withoutKey),
  }
}

function stepDraft(step: EditedStep, places: ReadonlyMap<string, number>): StepDefinition {
  const { settings, takes } = step
  return Object.assign(withoutKey(step), {
    settings: withoutEmpty(settings),
    takes: mapValues(takes, (source) =>
      'step' in source ? { step: places.get(source.step) ?? places.size, field: source.field } : source,
    ),
  }) as StepDefinition
}

function withoutKey<Item extends { key: string }>(item: Item): Omit<Item, 'key'> {
  const { key, ...rest } = item
  return key ? rest : item
}

function withoutEmpty(settings: EditedSettings): EditedSettings {
  return Object.fromEntries(Object.entries(settings).filter(([, value]) => value !== undefined && value !== ''))
}

function mapValues<From, To>(record: Readonly<Record<string, From>>, map: (value: From) => To): Record<string, To> {
  return Object.fromEntries(Object.entries(record).map(([name, value]) => [name, map(value)]))
}

/** At the end, already connected to what stands before it. */
export function addStep(workflow: EditedWorkflow, kind: StepKind, title: string): EditedWorkflow {
  const step: EditedStep = { key: newKey(), kind, title, settings: usualSettings[kind], takes: {} }
  const extended = { ...workflow, steps: [...workflow.steps, step] }
  const takes: Record<string, EditedSource> = {}
  for (const name of stepTakes[kind]) {
    const likely = likelySource(extended, step, name)
    if (likely) takes[name] = likely
  }
  return changeStep(extended, step.key, { takes })
}

const usualSettings: Record<StepKind, EditedSettings> = {
  enhance: {},
  analyse: {},
  generate: { width: 1024, height: 1024, count: 1 },
  remix: { count: 1, influence: 0.6 },
  upscale: {},
  choose: {},
  publish: { visibility: 'private' },
}

/** The nearest step that gives it; a picture that may be left out is not taken unasked. */
function likelySource(workflow: EditedWorkflow, step: EditedStep, name: string): EditedSource | undefined {
  if (name === 'description' || (step.kind === 'generate' && name === 'images')) return undefined
  const all = sourcesOf(workflow, step.key, name)
  const nearest = all.findLast((source) => 'step' in source)
  return nearest ?? (name === 'prompt' ? undefined : all[0])
}

export function changeStep(workflow: EditedWorkflow, key: string, change: Partial<EditedStep>): EditedWorkflow {
  const steps = workflow.steps.map((step) => (step.key === key ? { ...step, ...change } : step))
  return { ...workflow, steps }
}

export function move<Item extends { key: string }>(
  items: readonly Item[],
  key: string,
  place: number,
): readonly Item[] {
  const item = items.find((one) => one.key === key)
  if (!item || place < 0 || place >= items.length) return items
  return items.filter((one) => one !== item).toSpliced(place, 0, item)
}

/** What took from it takes nothing any more. */
export function removeStep(workflow: EditedWorkflow, key: string): EditedWorkflow {
  return withSources(
    { ...workflow, steps: workflow.steps.filter((step) => step.key !== key) },
    (source) => !('step' in source && source.step === key),
  )
}

export function addInput(workflow: EditedWorkflow, input: Omit<EditedInput, 'key' | 'name'>): EditedWorkflow {
  const name = freeName(input.label, workflow.inputs)
  return { ...workflow, inputs: [...workflow.inputs, { ...input, key: newKey(), name }] }
}

/** The name under which prompts know a field follows its label, as long as it was made from one. */
export function changeInput(workflow: EditedWorkflow, key: string, change: Partial<EditedInput>): EditedWorkflow {
  const before = workflow.inputs.find((input) => input.key === key)
  if (!before) return workflow
  const others = workflow.inputs.filter((input) => input !== before)
  const isDerived = before.name === freeName(before.label, others)
  const name = change.label !== undefined && isDerived ? freeName(change.label, others) : before.name
  const changed = {
    ...workflow,
    inputs: workflow.inputs.map((input) => (input === before ? { ...input, ...change, name } : input)),
  }
  return name === before.name ? changed : rename(changed, before.name, name)
}

export function removeInput(workflow: EditedWorkflow, key: string): EditedWorkflow {
  const removed = workflow.inputs.find((input) => input.key === key)
  return withSources(
    { ...workflow, inputs: workflow.inputs.filter((input) => input !== removed) },
    (source) => !('input' in source && source.input === removed?.name),
  )
}

function withSources(workflow: EditedWorkflow, keep: (source: EditedSource) => boolean): EditedWorkflow {
  const steps = workflow.steps.map((step) => {
    const takes = Object.fromEntries(Object.entries(step.takes).filter(([, source]) => keep(source)))
    return Object.assign({}, step, { takes })
  })
  return { ...workflow, steps }
}

function rename(workflow: EditedWorkflow, before: string, after: string): EditedWorkflow {
  const steps = workflow.steps.map(({ settings, takes, ...step }) =>
    Object.assign({}, step, {
      settings: mapValues(settings, (value) =>
        typeof value === 'string' ? value.replaceAll(`{${before}}`, `{${after}}`) : value,
      ),
      takes: mapValues(takes, (source) => ('input' in source && source.input === before ? { input: after } : source)),
    }),
  )
  return { ...workflow, steps }
}

/** « Titre de l’événement » → `titre_de_l_evenement`, and a number where it is taken. */
export function freeName(label: string, others: readonly { name: string }[]): string {
  const plain = label.normalize('NFD').replaceAll(/\p{M}/gu, '').toLowerCase()
  const words = plain.replaceAll(/[^a-z0-9]+/gu, '_').replaceAll(/^[_\d]+|_+$/gu, '')
  const name = words.slice(0, 36).replace(/_+$/u, '') || 'champ'
  const isTaken = (candidate: string) => others.some((other) => other.name === candidate)
  let number = 2
  if (!isTaken(name)) return name
  while (isTaken(`${name}_${number}`)) number += 1
  return `${name}_${number}`
}

/** From where a step could take something, in the order of the form and of the steps. */
export function sourcesOf(workflow: EditedWorkflow, key: string, name: string): EditedSource[] {
  const place = workflow.steps.findIndex((step) => step.key === key)
  const wantsImage = name === 'image' || name === 'images'
  const fields = workflow.inputs.filter(({ kind }) => (kind === 'image') === wantsImage)
  const given = workflow.steps.slice(0, Math.max(0, place)).flatMap((step): EditedSource[] => {
    const gives: readonly StepField[] = stepGives[step.kind]
    if (!wantsImage)
      return (['prompt', 'description'] as const)
        .filter((field) => gives.includes(field))
        .map((field) => ({ step: step.key, field }))
    const field = ([name, 'images', 'image'] as StepField[]).find((wanted) => gives.includes(wanted))
    return field ? [{ step: step.key, field }] : []
  })
  return [...fields.map((field) => ({ input: field.name })), ...given]
}

export function isSameSource(a: EditedSource | undefined, b: EditedSource): boolean {
  return JSON.stringify(a) === JSON.stringify(b)
}
