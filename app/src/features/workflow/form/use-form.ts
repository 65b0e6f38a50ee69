import { WorkflowInputs, type InputDefinition } from '@product/contract'
import { useLayoutEffect, useState } from 'react'
import * as v from 'valibot'

import { readPrivate, writePrivate } from '#data/device/private-storage.ts'

import {
  problemsOf,
  startValues,
  toInputs,
  type FieldProblem,
  type FieldValue,
  type FormValues,
} from './form-values.ts'

export interface Form {
  values: FormValues
  problems: Readonly<Record<string, FieldProblem | 'refused'>>
  change: (name: string, change: (value: FieldValue) => FieldValue) => void
  /** What may be sent, or `null` after showing what is wrong. */
  take: () => WorkflowInputs | null
  /** A field that the server refused: `inputs.titre`. */
  refuse: (path: string | null) => void
  fill: (inputs: WorkflowInputs) => void
}

/** What was filled in survives a reload; nothing of it leaves the device before a run starts. */
export function useForm(id: string, inputs: readonly InputDefinition[]): Form {
  const [values, setValues] = useState<FormValues>(() => startValues(inputs, readKept(id)))
  const [problems, setProblems] = useState<Form['problems']>({})
  // With what is seen: a picture that stands there as sent is there after a reload.
  useLayoutEffect(() => writePrivate(entryOf(id), JSON.stringify(toInputs(inputs, values))), [id, inputs, values])
  return {
    values,
    problems,
    change: (name, change) => {
      setValues((before) => ({ ...before, [name]: change(before[name] ?? '') }))
      setProblems((before) => Object.fromEntries(Object.entries(before).filter(([known]) => known !== name)))
    },
    take: () => {
      const found = problemsOf(inputs, values)
      setProblems(found)
      const [first] = Object.keys(found)
      if (first === undefined) return toInputs(inputs, values)
      showField(first)
      return null
    },
    refuse: (path) => {
      const name = path?.split('.')[1] ?? ''
      if (!inputs.some((input) => input.name === name)) return
      setProblems((before) => ({ ...before, [name]: 'refused' }))
      showField(name)
    },
    fill: (given) => setValues(startValues(inputs, given)),
  }
}

function showField(name: string): void {
  const field = document.querySelector<HTMLElement>(`[data-field="${CSS.escape(name)}"]`)
  // Of a photograph, the question that stands under it.
  const first = field?.querySelector('[role=group] button') ?? field?.querySelector('input, textarea, select, button')
  if (first instanceof HTMLElement) first.focus()
}

const entryOf = (id: string) => `workflow-form.${id}`

function readKept(id: string): WorkflowInputs {
  try {
    const kept = v.safeParse(WorkflowInputs, JSON.parse(readPrivate(entryOf(id))))
    return kept.success ? kept.output : {}
  } catch {
    return {}
  }
}
