/** A table, pasted or from a file, as forms: its first line names the fields. Pure. */
import type { InputDefinition, WorkflowInputs } from '@product/contract'
import Papa from 'papaparse'

import { labelOf } from '#entities/workflow/workflow.ts'

import { problemsOf, toInputs, type FieldProblem, type FormValues } from '../form/form-values.ts'

/** As many as the server takes at once. */
export const mostLines = 50

export interface TableLine {
  inputs: WorkflowInputs
  /** By the field's name. */
  problems: Readonly<Record<string, FieldProblem | 'choice'>>
}

export interface ReadTable {
  lines: readonly TableLine[]
  /** The fields that it fills, in its order. */
  columns: readonly InputDefinition[]
  /** Headings that name no field. */
  unknown: readonly string[]
  /** How many lines there are beyond those that are taken. */
  beyond: number
}

/** What a line does not say, pictures among it, is taken from the form. */
export function readTable(text: string, inputs: readonly InputDefinition[], form: FormValues): ReadTable {
  const { data } = Papa.parse<string[]>(text.replace(/^\ufeff/u, ''), { skipEmptyLines: 'greedy' })
  const [headings = [], ...cells] = data
  const fields = headings.map((heading) => fieldNamed(heading, inputs))
  return {
    lines: cells.slice(0, mostLines).map((line) => readLine(line, { fields, inputs, form })),
    columns: fields.filter((field) => field !== undefined),
    unknown: headings.filter((heading, place) => fields[place] === undefined && heading.trim() !== ''),
    beyond: Math.max(0, cells.length - mostLines),
  }
}

interface Table {
  fields: readonly (InputDefinition | undefined)[]
  inputs: readonly InputDefinition[]
  form: FormValues
}

function readLine(cells: readonly string[], { fields, inputs, form }: Table): TableLine {
  const values: Record<string, FormValues[string]> = { ...form }
  const wrong: Record<string, 'choice'> = {}
  for (const [place, field] of fields.entries()) {
    const cell = cells[place]?.trim() ?? ''
    if (field === undefined || cell === '') continue
    const value = field.kind === 'choice' ? choiceNamed(cell, field) : cell
    if (value === undefined) wrong[field.name] = 'choice'
    else values[field.name] = value
  }
  return { inputs: toInputs(inputs, values), problems: { ...problemsOf(inputs, values), ...wrong } }
}

function fieldNamed(heading: string, inputs: readonly InputDefinition[]): InputDefinition | undefined {
  const wanted = plain(heading)
  return inputs.find(
    (input) =>
      input.kind !== 'image' && [input.name, input.label, labelOf(input)].some((name) => plain(name) === wanted),
  )
}

function choiceNamed(cell: string, { options = [] }: InputDefinition): string | undefined {
  const wanted = plain(cell)
  return options.find((option) => [option.value, option.label, labelOf(option)].some((name) => plain(name) === wanted))
    ?.value
}

/** People write « Événement » and « evenement ». */
function plain(words: string): string {
  return words
    .normalize('NFD')
    .replaceAll(/\p{Mn}/gu, '')
    .replaceAll(/[’'\s_-]+/gu, ' ')
    .trim()
    .toLowerCase()
}
