/** What somebody has filled in: what it begins with, what is missing, what is sent. Pure. */
import {
  maxInputLength,
  type InputDefinition,
  type InputImage,
  type LikenessAnswer,
  type WorkflowInputs,
} from '@product/contract'

import type { ReferenceProblem } from '#entities/image/picking/reference-file.ts'

export interface PickedImage {
  id: string
  /** To show it: of this page alone while it is on its way, else its own address. */
  preview: string
  /** `null` until it has been sent. */
  url: string | null
  problem: ReferenceProblem | 'upload' | null
  bytes: number
  /** Who is in a photograph, as its owner says; null until they do. */
  shows: LikenessAnswer | null
}

export type FieldValue = string | readonly PickedImage[]
export type FormValues = Readonly<Record<string, FieldValue>>

export type FieldProblem =
  | 'required'
  | 'number'
  | 'too_small'
  | 'too_large'
  | 'too_long'
  | 'sending'
  | 'broken'
  | 'unsaid'

export function startValues(inputs: readonly InputDefinition[], kept: WorkflowInputs = {}): FormValues {
  return Object.fromEntries(inputs.map((input) => [input.name, startValue(input, kept[input.name] ?? input.default)]))
}

function startValue({ kind, options }: InputDefinition, value: WorkflowInputs[string] | undefined): FieldValue {
  if (kind === 'image') return (Array.isArray(value) ? value : typeof value === 'string' ? [value] : []).map(fromInput)
  if (Array.isArray(value)) return ''
  const text = value === undefined || value === null ? '' : String(value)
  const isKnown = kind !== 'choice' || options?.some((option) => option.value === text)
  return isKnown ? text : ''
}

export function fromUrl(url: string): PickedImage {
  return { id: url, preview: url, url, problem: null, bytes: 0, shows: null }
}

function fromInput(image: InputImage): PickedImage {
  return typeof image === 'string' ? fromUrl(image) : { ...fromUrl(image.url), shows: image.shows }
}

/** A picture that was made here needs no word: what was said of its sources goes with it. */
export function isUnsaid({ url, problem, shows }: PickedImage): boolean {
  return shows === null && problem === null && url?.includes('/generated-images/') !== true
}

/** What is sent; also what is kept on the device. */
export function toInputs(inputs: readonly InputDefinition[], values: FormValues): WorkflowInputs {
  return Object.fromEntries(inputs.map((input) => [input.name, toInput(input, values[input.name])]))
}

function toInput({ kind }: InputDefinition, value: FieldValue | undefined): WorkflowInputs[string] {
  if (value === undefined) return null
  if (typeof value !== 'string')
    return value.flatMap(({ url, shows }) => (url === null ? [] : shows === null ? url : { url, shows }))
  if (value.trim() === '') return null
  return kind === 'number' ? Number(value) : value.trim()
}

/** By the field's name; empty when all may be sent. */
export function problemsOf(inputs: readonly InputDefinition[], values: FormValues): Record<string, FieldProblem> {
  const found = inputs.flatMap((input) => {
    const problem = problemOf(input, values[input.name] ?? '')
    return problem ? [[input.name, problem] as const] : []
  })
  return Object.fromEntries(found)
}

function problemOf(input: InputDefinition, value: FieldValue): FieldProblem | null {
  if (typeof value !== 'string') {
    if (value.some(({ problem }) => problem)) return 'broken'
    if (value.some(({ url }) => url === null)) return 'sending'
    if (value.some(isUnsaid)) return 'unsaid'
    return input.required && value.length === 0 ? 'required' : null
  }
  if (value.trim() === '') return input.required ? 'required' : null
  if (input.kind === 'number') return numberProblem(input, Number(value))
  return value.length > longest(input) ? 'too_long' : null
}

function numberProblem({ min, max }: InputDefinition, value: number): FieldProblem | null {
  if (!Number.isFinite(value)) return 'number'
  if (min !== undefined && value < min) return 'too_small'
  return max !== undefined && value > max ? 'too_large' : null
}

/** Characters that a text field takes. */
export function longest({ kind, max }: Pick<InputDefinition, 'kind' | 'max'>): number {
  return kind === 'text' || kind === 'long_text' ? (max ?? maxInputLength) : maxInputLength
}
