/** Writing workflows: what may be written, who reads it, and that what has run stays as it was. */
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest'

import { startSystem, type RunningSystem } from '../../../tests/support/start-system.ts'
import { findWorkflowProblem, type WorkflowReading } from '../../functions/_shared/contract/src/index.ts'
import { newMember, type Member } from './generation-people.ts'
import {
  call,
  draft,
  execute,
  picture,
  refused,
  save,
  start,
  stepRows,
  style,
  type WorkflowRow,
} from './workflow-people.ts'

vi.setConfig({ testTimeout: 180_000 })

let system: RunningSystem
let awa: Member
let kossi: Member
beforeAll(async () => {
  vi.stubEnv('GENERATION_THROTTLE_MS', '0')
  system = await startSystem()
  ;[awa, kossi] = await Promise.all([newMember(system), newMember(system)])
})
afterAll(() => system[Symbol.asyncDispose]())

const read = (who: Member, id: string) => call<WorkflowReading>(who, 'read_workflow', { workflow_id: id })
const listed = async ({ client }: Member, id: string) =>
  (await client.from('workflows').select('id').eq('id', id)).data?.length === 1
const versions = async ({ client }: Member, id: string) =>
  (await client.from('workflow_versions').select('version,steps').eq('workflow_id', id).order('version')).data ?? []

const renamed = (title: string) => [{ ...picture, title }]

describe('a workflow', () => {
  test('is one version until it has run, and then another', async () => {
    const { id, current_version } = await save(awa)
    expect(current_version).toBe(1)
    expect(await save(awa, { id, steps: renamed('Autre') })).toMatchObject({ id, current_version: 1 })
    const run = await start(awa, id, { mode: 'step' })
    expect(run.version).toBe(1)
    expect(await save(awa, { id, steps: renamed('Autre'), title: 'Sans autre étape' })).toMatchObject({
      current_version: 1,
    })
    expect(await save(awa, { id, steps: renamed('Encore') })).toMatchObject({ current_version: 2 })
    expect(await versions(awa, id)).toMatchObject([
      { version: 1, steps: [{ title: 'Autre' }] },
      { version: 2, steps: [{ title: 'Encore' }] },
    ])
    expect(await stepRows(awa, run.id)).toMatchObject([{ step_index: 0, status: 'pending' }])
    expect((await start(awa, id, { mode: 'step' })).version).toBe(2)
  })

  test('that is saved and begun at the same moment runs a version that stays', async () => {
    const { id } = await save(awa)
    const both = await Promise.all(
      Array.from({ length: 10 }, (_, n) =>
        n % 2 ? start(awa, id, { mode: 'step' }) : save(awa, { id, steps: renamed(`n${n}`) }),
      ),
    )
    const runs = both.filter((one) => 'version' in one)
    const kept = new Map((await versions(awa, id)).map(({ version, steps }) => [version, steps]))
    const { data } = await awa.client.from('workflow_runs').select('id,version,steps').eq('workflow_id', id)
    expect(data).toHaveLength(runs.length)
    for (const { version, steps } of data ?? []) expect(kept.get(version as number)).toEqual(steps)
  })

  test("is read by its owner, by those who have an unlisted one's id, and by all when it is public", async () => {
    const { id } = await save(awa)
    expect(await read(awa, id)).toMatchObject({ workflow: { id }, version: 1, cost: 1, author: { id: awa.id } })
    const notThere = { status: 404, code: 'PT404', hint: 'not_found' }
    for (const name of ['read_workflow', 'workflow_cost', 'duplicate_workflow'] as const) {
      expect(await refused(kossi, name, { workflow_id: id })).toMatchObject(notThere)
    }
    expect(
      await refused(kossi, 'start_workflow_run', { workflow_id: id, inputs: {}, mode: 'step', idempotency_key: 'x' }),
    ).toMatchObject(notThere)
    expect(await refused(kossi, 'save_workflow', { workflow: draft({ id }) })).toMatchObject(notThere)
    await save(awa, { id, visibility: 'unlisted' })
    expect(await listed(kossi, id)).toBe(false)
    expect(await read(kossi, id)).toMatchObject({ workflow: { id } })
    await save(awa, { id, visibility: 'public' })
    expect(await listed(kossi, id)).toBe(true)
    expect(await versions(kossi, id)).toHaveLength(1)
    expect(await refused(kossi, 'save_workflow', { workflow: draft({ id }) })).toMatchObject(notThere)
    await kossi.client.from('workflows').delete().eq('id', id)
    expect(await listed(awa, id)).toBe(true)
  })

  test("is duplicated as a private one of one's own", async () => {
    const { id } = await save(awa, { visibility: 'public', title: 'À partager' })
    const copy = await call<WorkflowRow>(kossi, 'duplicate_workflow', { workflow_id: id })
    expect(copy).toMatchObject({ owner_id: kossi.id, visibility: 'private', forked_from: id, title: 'À partager' })
    expect(await versions(kossi, copy.id)).toEqual(await versions(awa, id))
    await save(kossi, { id: copy.id, title: 'À moi' })
    expect((await read(awa, id)).workflow.title).toBe('À partager')
  })

  test("of somebody else that is public runs in one's own name, and its owner sees nothing of it", async () => {
    const { id } = await save(awa, { visibility: 'public' })
    const { body } = await execute(kossi, { workflowId: id, stepIndex: 0 })
    expect(body.run).toMatchObject({ status: 'succeeded', cost_charged: 1 })
    expect((await awa.client.from('workflow_runs').select('id').eq('id', body.run.id)).data).toEqual([])
    expect(await stepRows(awa, body.run.id)).toEqual([])
    expect((await awa.client.from('workflows').select('runs_count').eq('id', id).single()).data).toEqual({
      runs_count: 1,
    })
  })
})

const step = (fields: object) => [{ ...picture, ...fields }]
const setting = (fields: object) => step({ settings: { ...picture.settings, ...fields } })
const enhance = { kind: 'enhance', title: 'Améliorer', settings: { prompt: 'x' } }
const photo = { name: 'photo', label: 'Photo', kind: 'image' }

describe('what is wrong is named by its path, and the editor says the same', () => {
  test.each<[string, object]>([
    ['title', { title: ' ' }],
    ['title', { title: 'x'.repeat(121) }],
    ['summary', { summary: 5 }],
    ['goal', { goal: 'guerre' }],
    ['visibility', { visibility: 'secret' }],
    ['surprise', { surprise: 1 }],
    ['steps', { steps: [] }],
    ['steps', { steps: Array.from({ length: 21 }, () => picture) }],
    ['steps.0.kind', { steps: step({ kind: 'hack' }) }],
    ['steps.0.title', { steps: step({ title: '' }) }],
    ['steps.0.extra', { steps: step({ extra: 1 }) }],
    ['steps.0.settings.sql', { steps: setting({ sql: 'drop' }) }],
    ['steps.0.settings.prompt', { steps: setting({ prompt: 'x'.repeat(2001) }) }],
    ['steps.0.settings.prompt', { steps: setting({ prompt: 7 }) }],
    ['steps.0.settings.prompt', { steps: setting({ prompt: '  ' }) }],
    ['steps.0.settings.prompt', { steps: setting({ prompt: 'une {chose}' }) }],
    ['steps.0.settings.negative_prompt', { steps: setting({ negative_prompt: '{inconnu}' }) }],
    ['steps.0.settings.width', { steps: setting({ width: 255 }) }],
    ['steps.0.settings.height', { steps: setting({ height: 300.5 }) }],
    ['steps.0.settings.count', { steps: setting({ count: 5 }) }],
    ['steps.0.settings.count', { steps: setting({ count: '2' }) }],
    ['steps.0.settings.mode', { steps: setting({ mode: 'secret' }) }],
    ['steps.0.takes.image', { steps: step({ takes: { image: { value: 'x' } } }) }],
    ['steps.0.takes.prompt.input', { steps: step({ takes: { prompt: { input: 'inconnu' } } }) }],
    ['steps.0.takes.images', { steps: step({ takes: { images: { input: 'style' } } }) }],
    ['steps.0.takes.prompt', { inputs: [photo], steps: step({ takes: { prompt: { input: 'photo' } } }) }],
    ['steps.0.takes.prompt.step', { steps: step({ takes: { prompt: { step: 0, field: 'prompt' } } }) }],
    [
      'steps.1.takes.prompt.step',
      { steps: [enhance, ...step({ takes: { prompt: { step: 2, field: 'prompt' } } }), enhance] },
    ],
    ['steps.1.takes.images.field', { steps: [enhance, ...step({ takes: { images: { step: 0, field: 'images' } } })] }],
    ['steps.1.takes.images', { steps: [enhance, ...step({ takes: { images: { step: 0, field: 'prompt' } } })] }],
    ['steps.0.takes.image', { steps: [{ kind: 'upscale', title: 'x' }] }],
    ['steps.0.takes.images', { steps: [{ kind: 'choose', title: 'x' }] }],
    [
      'steps.1.settings.visibility',
      {
        steps: [
          picture,
          {
            kind: 'publish',
            title: 'x',
            takes: { image: { step: 0, field: 'image' } },
            settings: { visibility: 'all' },
          },
        ],
      },
    ],
    ['inputs', { inputs: Array.from({ length: 13 }, (_, n) => ({ ...style, name: `n${n}` })) }],
    ['inputs.0.name', { inputs: [{ ...style, name: 'Style' }] }],
    ['inputs.1.name', { inputs: [style, style] }],
    ['inputs.0.label', { inputs: [{ ...style, label: '' }] }],
    ['inputs.0.kind', { inputs: [{ ...style, kind: 'file' }] }],
    ['inputs.0.required', { inputs: [{ ...style, required: 'yes' }] }],
    ['inputs.0.options', { inputs: [{ ...style, kind: 'choice', default: null }] }],
    ['inputs.0.options', { inputs: [{ ...style, kind: 'choice', options: [], default: null }] }],
    ['inputs.0.options.0.label', { inputs: [{ ...style, kind: 'choice', options: [{ value: 'a' }], default: null }] }],
    [
      'inputs.0.default',
      { inputs: [{ ...style, kind: 'choice', options: [{ value: 'a', label: 'A' }], default: 'b' }] },
    ],
    ['inputs.0.default', { inputs: [{ ...style, kind: 'number', default: 'x' }] }],
    [
      'inputs.0.default',
      {
        inputs: [
          { ...style, kind: 'image', default: [{ url: '/storage/v1/object/public/temp-uploads/x.jpg', shows: 'me' }] },
        ],
      },
    ],
    ['inputs.0.max', { inputs: [{ ...style, max: 0 }] }],
  ])('%s: %o', async (field, fields) => {
    const workflow = draft(fields)
    expect(await refused(awa, 'save_workflow', { workflow })).toEqual({
      status: 422,
      code: 'PT422',
      hint: 'invalid_workflow',
      details: field,
    })
    expect(findWorkflowProblem(workflow)?.field).toBe(field)
  })

  test('and what is right is right for both', () => {
    expect(findWorkflowProblem(draft())).toBeNull()
  })

  test('a source that is none, a cover of somebody else, and 100 kB', async () => {
    const bad = (fields: object) => refused(awa, 'save_workflow', { workflow: draft(fields) })
    expect(await bad({ steps: step({ takes: { prompt: { value: '' } } }) })).toMatchObject({
      details: 'steps.0.takes.prompt.value',
    })
    expect(await bad({ steps: step({ takes: { prompt: { table: 'users' } } }) })).toMatchObject({
      details: 'steps.0.takes.prompt.table',
    })
    expect(await bad({ cover_url: 'https://elsewhere.example/x.png' })).toMatchObject({ details: 'cover_url' })
    expect(await bad({ summary: 'x'.repeat(100_001) })).toMatchObject({ details: 'workflow' })
    expect(await refused(awa, 'save_workflow', { workflow: [] })).toMatchObject({ status: 422, details: 'workflow' })
  })
})

describe('a form', () => {
  const upload = '/storage/v1/object/public/temp-uploads/x.png'
  const form = [
    { name: 'nom', label: 'Nom', kind: 'text', required: true, max: 20 },
    { name: 'age', label: 'Âge', kind: 'number', min: 1, max: 99, default: 30 },
    { name: 'ton', label: 'Ton', kind: 'choice', options: [{ value: 'doux', label: 'Doux' }], default: 'doux' },
    { name: 'photos', label: 'Photos', kind: 'image', max: 2 },
  ] as const
  let id: string
  beforeAll(async () => {
    const prompt = '{nom}, {age} ans, {ton}'
    ;({ id } = await save(awa, { inputs: form as never, steps: setting({ prompt }) }))
  })
  const begin = (inputs: object) => ({ workflow_id: id, inputs, mode: 'step', idempotency_key: crypto.randomUUID() })

  test.each<[string, object]>([
    ['inputs.nom', {}],
    ['inputs.nom', { nom: ' ' }],
    ['inputs.nom', { nom: 'x'.repeat(21) }],
    ['inputs.nom', { nom: 5 }],
    ['inputs.age', { nom: 'Awa', age: 100 }],
    ['inputs.age', { nom: 'Awa', age: '30' }],
    ['inputs.ton', { nom: 'Awa', ton: 'fort' }],
    ['inputs.photos', { nom: 'Awa', photos: 'http://169.254.169.254/latest/meta-data' }],
    ['inputs.photos', { nom: 'Awa', photos: ['data:image/png;base64,AAAA'] }],
    ['inputs.photos', { nom: 'Awa', photos: [{ url: 'data:image/png;base64,AAAA', shows: 'me' }] }],
    ['inputs.photos', { nom: 'Awa', photos: [{ shows: 'me' }] }],
    ['inputs.photos', { nom: 'Awa', photos: [{ url: upload, shows: 'child' }] }],
    ['inputs.photos', { nom: 'Awa', photos: [{ url: upload, shows: 'me', id: crypto.randomUUID() }] }],
    ['inputs.photos', { nom: 'Awa', photos: Array.from({ length: 3 }, () => upload) }],
    ['inputs.autre', { nom: 'Awa', autre: 'x' }],
    ['inputs', [1]],
  ])('%s is refused: %o', async (details, inputs) => {
    expect(await refused(awa, 'start_workflow_run', begin(inputs))).toEqual({
      status: 422,
      code: 'PT422',
      hint: 'invalid_inputs',
      details,
    })
  })

  test('is filled in with defaults, and its names stand for what was given', async () => {
    const { id: runId } = await start(awa, id, { mode: 'step', inputs: { nom: ' Sena {ton} ' } })
    const { data } = await awa.client.from('workflow_runs').select('inputs').eq('id', runId).single()
    expect(data?.inputs).toEqual({ nom: 'Sena {ton}', age: 30, ton: 'doux', photos: null })
    const { body } = await execute(awa, { workflowId: id, stepIndex: 0, runId })
    expect(body.step.input?.['prompt']).toBe('Sena {ton}, 30 ans, doux')
  })
})
