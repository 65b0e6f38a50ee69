import { findWorkflowProblem, type WorkflowReading } from '@product/contract'
import { expect, test } from 'vitest'

import { picturesOf } from '#entities/workflow/workflow.ts'

import {
  addInput,
  addStep,
  changeInput,
  changeStep,
  emptyWorkflow,
  freeName,
  fromReading,
  move,
  removeInput,
  removeStep,
  sourcesOf,
  toDraft,
  type EditedWorkflow,
} from './edited-workflow.ts'

function poster(): EditedWorkflow {
  let workflow: EditedWorkflow = { ...emptyWorkflow, title: 'Affiche' }
  workflow = addInput(workflow, { kind: 'text', label: 'Titre', required: true })
  workflow = addStep(workflow, 'enhance', 'Améliorer')
  workflow = changeStep(workflow, keyOf(workflow, 0), { settings: { prompt: 'Affiche pour {titre}' } })
  workflow = addStep(workflow, 'generate', 'Générer')
  workflow = addStep(workflow, 'choose', 'Choisir')
  return addStep(workflow, 'publish', 'Publier')
}

const keyOf = ({ steps }: EditedWorkflow, place: number) => steps[place]?.key ?? ''

test('steps added one after the other are connected, and the contract accepts them', () => {
  const draft = toDraft(poster())
  expect(findWorkflowProblem(draft)).toBeNull()
  expect(draft.steps.map(({ takes }) => takes)).toEqual([
    {},
    { prompt: { step: 0, field: 'prompt' } },
    { images: { step: 1, field: 'images' } },
    { image: { step: 2, field: 'image' }, prompt: { step: 1, field: 'prompt' } },
  ])
})

test('what a step takes follows the giver wherever it moves', () => {
  const before = poster()
  const after = { ...before, steps: move(before.steps, keyOf(before, 1), 3) }
  expect(toDraft(after).steps.map(({ kind }) => kind)).toEqual(['enhance', 'choose', 'publish', 'generate'])
  expect(findWorkflowProblem(toDraft(after))).toMatchObject({
    field: 'steps.1.takes.images.step',
    reason: 'later_step',
  })
  const back = { ...after, steps: move(after.steps, keyOf(before, 1), 1) }
  expect(toDraft(back)).toEqual(toDraft(before))
})

test('a step or a field that goes leaves nothing behind that takes from it', () => {
  const workflow = poster()
  const without = removeStep(workflow, keyOf(workflow, 1))
  expect(toDraft(without).steps[1]?.takes).toEqual({})
  expect(findWorkflowProblem(toDraft(without))).toMatchObject({ field: 'steps.1.takes.images', reason: 'needed' })
  const [title] = workflow.inputs
  const formless = removeInput(workflow, title?.key ?? '')
  expect(findWorkflowProblem(toDraft(formless))).toMatchObject({
    field: 'steps.0.settings.prompt',
    reason: 'unknown_name',
  })
})

test('a field that gets another label is known by it in prompts too', () => {
  const workflow = poster()
  const renamed = changeInput(workflow, workflow.inputs[0]?.key ?? '', { label: 'Nom de la fête' })
  expect(renamed.inputs[0]?.name).toBe('nom_de_la_fete')
  expect(renamed.steps[0]?.settings['prompt']).toBe('Affiche pour {nom_de_la_fete}')
  expect(findWorkflowProblem(toDraft(renamed))).toBeNull()
})

test('a name that was chosen otherwise stays', () => {
  const workflow = poster()
  const inputs = workflow.inputs.map((input) => ({ ...input, label: 'Titre de l’affiche' }))
  const relabelled = changeInput({ ...workflow, inputs }, inputs[0]?.key ?? '', { label: 'Grand titre' })
  expect(relabelled.inputs[0]).toMatchObject({ name: 'titre', label: 'Grand titre' })
})

test('names are plain and never taken twice', () => {
  expect(freeName('Titre de l’événement', [])).toBe('titre_de_l_evenement')
  expect(freeName('2e image', [])).toBe('e_image')
  expect(freeName('…', [{ name: 'champ' }])).toBe('champ_2')
  expect(freeName('Titre', [{ name: 'titre' }, { name: 'titre_2' }])).toBe('titre_3')
})

test('a step may take from the form and from earlier steps, of its own sort only', () => {
  const workflow = addInput(poster(), { kind: 'image', label: 'Photo', required: false })
  const generate = keyOf(workflow, 1)
  expect(sourcesOf(workflow, generate, 'prompt')).toEqual([
    { input: 'titre' },
    { step: keyOf(workflow, 0), field: 'prompt' },
  ])
  expect(sourcesOf(workflow, generate, 'images')).toEqual([{ input: 'photo' }])
  expect(sourcesOf(workflow, keyOf(workflow, 3), 'image')).toEqual([
    { input: 'photo' },
    { step: generate, field: 'image' },
    { step: keyOf(workflow, 2), field: 'image' },
  ])
})

test('what is read and saved again is the same', () => {
  const draft = toDraft({ ...poster(), id: 'cccccccc-cccc-4ccc-8ccc-cccccccccccc' })
  const reading = {
    workflow: { ...draft, summary: '', goal: null, labels: {}, owner_id: 'me', runs_count: 0 },
    steps: draft.steps,
    inputs: draft.inputs,
  } as unknown as WorkflowReading
  expect(toDraft(fromReading(reading))).toEqual(draft)
})

test('a run is priced by the pictures that it asks for', () => {
  const workflow = poster()
  const four = changeStep(workflow, keyOf(workflow, 1), { settings: { count: 4 } })
  expect(picturesOf(addStep(four, 'remix', 'Remixer').steps)).toBe(5)
})
