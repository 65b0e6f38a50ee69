/** Who is in a photograph that a form is filled in with (decision 0073): said with it, it is kept of the file. */
import { createHash, randomUUID } from 'node:crypto'

import sharp from 'sharp'
import { afterAll, beforeAll, beforeEach, expect, test, vi } from 'vitest'

import { asClusterOwner, startSystem, type RunningSystem } from '../../../tests/support/start-system.ts'
import type { WorkflowDraftBody } from '../../functions/_shared/contract/src/index.ts'
import { newMember, type Member } from '../making/generation-people.ts'
import { call, execute, picture, save, start, untilRun } from '../making/workflow-people.ts'

vi.setConfig({ testTimeout: 180_000 })

let system: RunningSystem
let awa: Member
let photo: Buffer
let url: string
beforeAll(async () => {
  vi.stubEnv('GENERATION_THROTTLE_MS', '0')
  system = await startSystem()
})
beforeEach(async () => {
  awa = await newMember(system)
  // Another file for each: it is of the file that something is said.
  const background = `#${randomUUID().slice(0, 6)}`
  photo = await sharp({ create: { width: 320, height: 240, channels: 3, background } })
    .jpeg()
    .toBuffer()
  url = await upload()
})
afterAll(() => system[Symbol.asyncDispose]())

async function upload(): Promise<string> {
  const bucket = awa.client.storage.from('temp-uploads')
  const path = `${awa.id}/${randomUUID()}.jpg`
  const { error } = await bucket.upload(path, photo, { contentType: 'image/jpeg' })
  if (error) throw error
  return bucket.getPublicUrl(path).data.publicUrl
}

const sha256 = () => createHash('sha256').update(photo).digest('hex')
const said = async () => (await awa.client.from('likeness_consents').select('sha256,shows')).data
const withPhoto = (...steps: WorkflowDraftBody['steps']) =>
  save(awa, { inputs: [{ name: 'photo', label: 'Photo', kind: 'image', max: 2 }], steps })

const ways: [string, WorkflowDraftBody['steps'][number]][] = [
  [
    'paints after it',
    { ...picture, settings: { ...picture.settings, prompt: 'une pirogue' }, takes: { images: { input: 'photo' } } },
  ],
  [
    'remixes it',
    { kind: 'remix', title: 'Reprendre', takes: { image: { input: 'photo' } }, settings: { prompt: 'x' } },
  ],
  ['enlarges it', { kind: 'upscale', title: 'Agrandir', takes: { image: { input: 'photo' } } }],
]

test.each(ways)('a workflow that %s keeps what was said of it, of the very file', async (_, step) => {
  const { id } = await withPhoto(step)
  const run = await start(awa, id, { inputs: { photo: [{ url, shows: 'agreed' }] } })
  await untilRun(awa, run.id, 'succeeded')
  expect(await said()).toEqual([{ sha256: sha256(), shows: 'agreed' }])
  const behind = await asClusterOwner(
    system.dataFolder,
    `select r.sha256 from app.reference_likeness r join public.generations g on g.id = r.generation_id
     where g.user_id = '${awa.id}'`,
  )
  expect(behind).toEqual([{ sha256: sha256() }])
})

test('by itself and over a list it is said as well; of what nobody speaks, nothing is kept', async () => {
  const enlarge = ways[2]![1]
  const { id: workflowId } = await withPhoto(enlarge)
  const alone = await execute(awa, { workflowId, stepIndex: 0, inputs: { photo: url } })
  expect(alone.body.step.status).toBe('succeeded')
  expect(await said()).toEqual([])
  const step = await execute(awa, { workflowId, stepIndex: 0, inputs: { photo: [{ url, shows: 'me' }] } })
  expect(step.body.step.status).toBe('succeeded')
  expect(await said()).toEqual([{ sha256: sha256(), shows: 'me' }])

  // What is said last counts.
  const rows = [{ photo: [{ url, shows: 'nobody' }] }]
  await call(awa, 'start_workflow_batch', { workflow_id: workflowId, rows, idempotency_key: randomUUID() })
  await expect.poll(said, { timeout: 60_000 }).toEqual([{ sha256: sha256(), shows: 'nobody' }])
})

/** Has it begin now, for this many times in all. */
async function letBegin(schedule: string, times: number): Promise<void> {
  await asClusterOwner(
    system.dataFolder,
    `update public.workflow_schedules set next_at = now() - interval '${times} minutes' where id = '${schedule}'`,
  )
  const runs = async () => (await awa.client.from('workflow_runs').select('status').eq('schedule_id', schedule)).data
  await expect.poll(runs, { timeout: 60_000 }).toEqual(Array.from({ length: times }, () => ({ status: 'succeeded' })))
}

test.each([ways[0]!, ways[2]!])(
  'ahead of time, a workflow that %s says it as of when it was said: what is said or taken back since holds',
  async (_, step) => {
    const { id } = await withPhoto(step)
    const inputs = { photo: [{ url, shows: 'agreed' }] }
    const when = { every: 'day', starts_at: new Date(Date.now() + 3_600_000), time_zone: 'Africa/Abidjan' }
    const schedule = await call<{ id: string }>(awa, 'schedule_workflow', { workflow_id: id, inputs, ...when })
    await letBegin(schedule.id, 1)
    expect(await said()).toEqual([{ sha256: sha256(), shows: 'agreed' }])

    const run = await start(awa, id, { inputs: { photo: [{ url, shows: 'nobody' }] } })
    await untilRun(awa, run.id, 'succeeded')
    await letBegin(schedule.id, 2)
    expect(await said()).toEqual([{ sha256: sha256(), shows: 'nobody' }])

    await awa.client.from('likeness_consents').delete().eq('sha256', sha256()).throwOnError()
    await letBegin(schedule.id, 3)
    expect(await said()).toEqual([])

    const anew = await start(awa, id, { inputs: { photo: [{ url, shows: 'me' }] } })
    await untilRun(awa, anew.id, 'succeeded')
    expect(await said()).toEqual([{ sha256: sha256(), shows: 'me' }])
  },
)

test('taken back while a run waits, it stays taken back', async () => {
  const { id } = await withPhoto(
    ways[2]![1],
    { kind: 'choose', title: 'Choisir', takes: { images: { input: 'photo' } } },
    { kind: 'upscale', title: 'Agrandir', takes: { image: { step: 1, field: 'image' } } },
  )
  const run = await start(awa, id, { inputs: { photo: [{ url, shows: 'agreed' }] } })
  await untilRun(awa, run.id, 'waiting')
  expect(await said()).toEqual([{ sha256: sha256(), shows: 'agreed' }])
  await awa.client.from('likeness_consents').delete().eq('sha256', sha256()).throwOnError()
  await call(awa, 'choose_in_step', { run_id: run.id, step_index: 1, image_id: url })
  await untilRun(awa, run.id, 'succeeded')
  expect(await said()).toEqual([])
})

test('what one step chose of the photographs goes on with what was said of it', async () => {
  const { id } = await withPhoto(
    { kind: 'choose', title: 'Choisir', takes: { images: { input: 'photo' } } },
    { kind: 'upscale', title: 'Agrandir', takes: { image: { step: 0, field: 'image' } } },
  )
  const run = await start(awa, id, { inputs: { photo: [{ url, shows: 'agreed' }] } })
  await untilRun(awa, run.id, 'waiting')
  await call(awa, 'choose_in_step', { run_id: run.id, step_index: 0, image_id: url })
  await untilRun(awa, run.id, 'succeeded')
  expect(await said()).toEqual([{ sha256: sha256(), shows: 'agreed' }])
})
