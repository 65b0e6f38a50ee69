/** What is wrong with a workflow, and where: what an editor shows before the database would refuse it by the same rules. */
import * as v from 'valibot'

import {
  WorkflowDraft,
  stepGives,
  stepNeeds,
  stepTakes,
  type InputDefinition,
  type StepDefinition,
  type WorkflowSource,
} from './workflow.ts'

export interface WorkflowProblem {
  /** As the database names it: `steps.2.settings.prompt`. */
  readonly field: string
  /** `shape`: not of the form that is asked for, as `message` says; the others follow from the workflow as a whole. */
  readonly reason:
    | 'shape'
    | 'twice'
    | 'no_options'
    | 'wrong_default'
    | 'not_taken'
    | 'unknown_input'
    | 'later_step'
    | 'not_given'
    | 'wrong_kind'
    | 'needed'
    | 'unknown_name'
  readonly message: string
}

export function findWorkflowProblem(draft: unknown): WorkflowProblem | null {
  const parsed = v.safeParse(WorkflowDraft, draft)
  if (!parsed.success) {
    const [issue] = parsed.issues
    return { field: v.getDotPath(issue) ?? 'workflow', reason: 'shape', message: issue.message }
  }
  const { inputs, steps } = parsed.output
  return (
    firstOf(inputs.entries(), ([place]) => inputProblem(inputs, place)) ??
    firstOf(steps.entries(), ([place]) => stepProblem(parsed.output, place))
  )
}

/** The names in a text such as `Affiche pour {titre}`. */
export function namesIn(template: string): string[] {
  return [...template.matchAll(/\{([^{}]*)\}/g)].map(([, name = '']) => name)
}

function firstOf<Item>(items: Iterable<Item>, find: (item: Item) => WorkflowProblem | null): WorkflowProblem | null {
  for (const item of items) {
    const problem = find(item)
    if (problem !== null) return problem
  }
  return null
}

function inputProblem(inputs: readonly InputDefinition[], place: number): WorkflowProblem | null {
  const { name, kind, options, default: usual } = inputs[place] as InputDefinition
  const at = `inputs.${place}`
  if (inputs.findIndex((input) => input.name === name) < place)
    return say(`${at}.name`, 'twice', `There are two ${name}`)
  if (kind === 'choice' && options === undefined) return say(`${at}.options`, 'no_options', 'A choice has options')
  if (usual === undefined || usual === null) return null
  const isFit =
    kind === 'number'
      ? typeof usual === 'number'
      : kind === 'image'
        ? typeof usual !== 'number'
        : typeof usual === 'string' && (kind !== 'choice' || options?.some(({ value }) => value === usual) === true)
  return isFit ? null : say(`${at}.default`, 'wrong_default', 'The default is no value of this field')
}

function stepProblem(draft: WorkflowDraft, place: number): WorkflowProblem | null {
  const step = draft.steps[place] as StepDefinition
  const { kind, takes } = step
  const at = `steps.${place}`
  const allowed: readonly string[] = stepTakes[kind]
  const taken = firstOf(Object.entries(takes), ([name, source]) =>
    allowed.includes(name)
      ? sourceProblem(draft, place, { name, source })
      : say(`${at}.takes.${name}`, 'not_taken', `A step that is ${kind} takes no ${name}`),
  )
  if (taken !== null) return taken
  const missing = stepNeeds[kind].find((name) => takes[name] === undefined)
  if (missing !== undefined) return say(`${at}.takes.${missing}`, 'needed', `It needs ${missing}`)
  const wantsPrompt = kind === 'enhance' || kind === 'generate' || kind === 'remix'
  if (wantsPrompt && !step.settings.prompt?.trim() && takes['prompt'] === undefined)
    return say(`${at}.settings.prompt`, 'needed', 'It needs a prompt')
  const names = new Set([
    ...draft.inputs.filter(({ kind: of }) => of !== 'image').map(({ name }) => name),
    ...textsOf(takes),
  ])
  return firstOf(Object.entries(step.settings), ([name, text]) => {
    const unknown = typeof text === 'string' ? namesIn(text).find((given) => !names.has(given)) : undefined
    return unknown === undefined
      ? null
      : say(`${at}.settings.${name}`, 'unknown_name', `Nothing is called {${unknown}}`)
  })
}

function textsOf(takes: Readonly<Record<string, unknown>>): string[] {
  return ['prompt', 'description'].filter((name) => name in takes)
}

function sourceProblem(
  { steps, inputs }: WorkflowDraft,
  place: number,
  { name, source }: { readonly name: string; readonly source: WorkflowSource },
): WorkflowProblem | null {
  const at = `steps.${place}.takes.${name}`
  const wantsImage = name === 'image' || name === 'images'
  const fits = (isImage: boolean) => (isImage === wantsImage ? null : say(at, 'wrong_kind', `It is no ${name}`))
  if ('value' in source) return typeof source.value === 'string' || wantsImage ? null : fits(true)
  if ('input' in source) {
    const input = inputs.find((given) => given.name === source.input)
    return input === undefined
      ? say(`${at}.input`, 'unknown_input', `The form has no ${source.input}`)
      : fits(input.kind === 'image')
  }
  if (source.step >= place) return say(`${at}.step`, 'later_step', 'A step takes from earlier ones')
  const giver = steps[source.step] as StepDefinition
  const gives: readonly string[] = stepGives[giver.kind]
  return gives.includes(source.field)
    ? fits(source.field === 'image' || source.field === 'images')
    : say(`${at}.field`, 'not_given', `A step that is ${giver.kind} gives no ${source.field}`)
}

function say(field: string, reason: WorkflowProblem['reason'], message: string): WorkflowProblem {
  return { field, reason, message }
}
