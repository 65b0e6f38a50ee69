import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

import { afterAll, beforeAll, beforeEach, expect, onTestFinished, test } from 'vitest'

import { readComfyuiSettings } from '../../../functions/_shared/image-engines/comfyui/comfyui-settings.ts'
import { createComfyuiEngine } from '../../../functions/_shared/image-engines/comfyui/comfyui.ts'
import type { ImageOrder } from '../../../functions/_shared/image-engines/image-engine.ts'
import { orderOf, painted, threeReferences, witness } from '../own-orders.ts'
import { startFakeComfyui, type FakeComfyui } from './fake-comfyui.ts'

let fake: FakeComfyui
beforeAll(async () => {
  fake = await startFakeComfyui({ picture: await painted(), canSteer: true })
})
afterAll(() => fake[Symbol.asyncDispose]())
beforeEach(() => {
  fake.ran.length = 0
  fake.files.clear()
})

type Graph = Record<string, { class_type: string; inputs: Record<string, unknown> }>
const node = (className: string, inputs: Record<string, unknown>) => ({ class_type: className, inputs })

const plain: Graph = {
  1: node('CheckpointLoaderSimple', { ckpt_name: '{{ckpt}}' }),
  2: node('CLIPTextEncode', { text: 'photo of {{prompt}}, {{ steps }} steps', clip: ['1', 1] }),
  3: node('CLIPTextEncode', { text: 'ugly, {{negative}}', clip: ['1', 1] }),
  4: node('EmptyLatentImage', { width: '{{width}}', height: '{{height}}', batch_size: '{{n}}' }),
  5: node('KSampler', {
    seed: '{{seed}}',
    steps: '{{steps}}',
    cfg: 3.5,
    sampler_name: 'dpmpp_2m',
    scheduler: 'karras',
    denoise: 1,
    model: ['1', 0],
    positive: ['2', 0],
    negative: ['3', 0],
    latent_image: ['4', 0],
  }),
  6: node('VAEDecode', { samples: ['5', 0], vae: ['1', 2] }),
  7: node('SaveImage', { images: ['6', 0], filename_prefix: 'x' }),
}

const withInputs = (id: string, inputs: Record<string, unknown>, from: Graph = plain): Graph => {
  const changed = from[id]
  return changed ? { ...from, [id]: node(changed.class_type, { ...changed.inputs, ...inputs }) } : from
}

/** An editing model's: each reference is one more latent, which it does without when there is none. */
const editing: Graph = withInputs(
  '5',
  { positive: ['23', 0] },
  {
    ...plain,
    ...Object.fromEntries(
      [1, 2, 3].flatMap((n) => [
        [`1${n}`, node('LoadImage', { image: `{{image${n}}}` })],
        [`3${n}`, node('VAEEncode', { pixels: [`1${n}`, 0], vae: ['1', 2] })],
        [
          `2${n}`,
          node('ReferenceLatent', { conditioning: n === 1 ? ['2', 0] : [`2${n - 1}`, 0], latent: [`3${n}`, 0] }),
        ],
      ]),
    ),
  },
)

/** Steers by two pictures; the nodes cannot do without them, but pass the model on. */
const steering: Graph = withInputs(
  '5',
  { model: ['22', 0] },
  {
    ...plain,
    20: node('IPAdapterUnifiedLoader', { model: ['1', 0], preset: 'STANDARD (medium strength)' }),
    ...Object.fromEntries(
      [1, 2].flatMap((n) => [
        [`1${n}`, node('LoadImage', { image: `{{image${n}}}` })],
        [
          `2${n}`,
          node('IPAdapterAdvanced', {
            model: n === 1 ? ['20', 0] : ['21', 0],
            ipadapter: ['20', 1],
            image: [`1${n}`, 0],
            weight: `{{influence${n}}}`,
            weight_type: 'linear',
            combine_embeds: 'concat',
            start_at: 0,
            end_at: 1,
            embeds_scaling: 'V only',
          }),
        ],
      ]),
    ),
  },
)

/** Repaints a picture, and can do nothing without one. */
const repainting: Graph = withInputs(
  '5',
  { latent_image: ['12', 0], denoise: '{{denoise}}' },
  {
    ...plain,
    11: node('LoadImage', { image: '{{image1}}' }),
    12: node('VAEEncode', { pixels: ['11', 0], vae: ['1', 2] }),
  },
)

async function engineWith(...workflows: readonly unknown[]) {
  const folder = await mkdtemp(join(tmpdir(), 'workflows-'))
  onTestFinished(() => rm(folder, { recursive: true }))
  const paths = workflows.map((_, index) => join(folder, `w${index}.json`))
  for (const [index, path] of paths.entries()) {
    const workflow = workflows[index]
    await writeFile(path, typeof workflow === 'string' ? workflow : JSON.stringify(workflow))
  }
  const env = { COMFYUI_URL: fake.url, COMFYUI_WORKFLOW: paths.join(' , '), COMFYUI_STEPS: '12' }
  const settings = await readComfyuiSettings(env, null)
  return createComfyuiEngine({ ...settings, pace: { pollMs: 5, socketPollMs: 1000 } })
}

const make = async (workflow: unknown, order: Partial<ImageOrder> = {}) =>
  (await engineWith(workflow)).generate(orderOf(order), witness())

test('placeholders keep their kind alone, and are text within text', async () => {
  const made = await make(plain)
  expect(fake.ran[0]).toMatchObject({
    2: { inputs: { text: 'photo of une pirogue sur la lagune, 12 steps' } },
    3: { inputs: { text: 'ugly, du texte' } },
    4: { inputs: { width: 512, height: 384, batch_size: 1 } },
    5: { inputs: { seed: 42, steps: 12, cfg: 3.5 } },
  })
  expect(made).toMatchObject({ seed: 42, warnings: [], facts: { workflow: 'w0' } })
})

test('what a workflow leaves aside is told', async () => {
  const fixed = { ...withInputs('5', { seed: 1 }), 3: node('CLIPTextEncode', { text: 'ugly', clip: ['1', 1] }) }
  const made = await make({ ...fixed, 4: node('EmptyLatentImage', { width: 64, height: 64, batch_size: 1 }) })
  expect(made.seed).toBeNull()
  expect(made.warnings).toEqual([
    'Le workflow de ce serveur choisit lui-même la taille de l’image.',
    'Le workflow de ce serveur ne tient pas compte de ce qu’il faut éviter.',
  ])
})

test.each([0, 1, 2, 3])('an editing workflow with %i of three pictures', async (count) => {
  const references = (await threeReferences()).slice(0, count)
  const made = await make(editing, { references })
  expect(new Set(fake.files.values())).toEqual(new Set(references.map(({ file }) => file)))
  const ran = fake.ran[0] ?? {}
  const latents = [1, 2, 3].map((n) => ran[`2${n}`]?.inputs['latent'])
  expect(latents.filter(Boolean)).toHaveLength(count)
  expect(Object.values(ran).filter(({ class_type: name }) => name === 'LoadImage')).toHaveLength(count)
  expect(made.receipts.map(({ used, as }) => [used, as])).toEqual(references.map(() => [true, 'workflow-input']))
})

test.each([
  { count: 0, sampled: '20' },
  { count: 1, sampled: '21' },
  { count: 2, sampled: '22' },
  { count: 3, sampled: '22' },
])('nodes that steer let the model through without a picture: $count', async ({ count, sampled }) => {
  const references = (await threeReferences([{ influence: 0.9 }])).slice(0, count)
  const made = await make(steering, { references })
  const ran = fake.ran[0] ?? {}
  expect(ran['5']?.inputs['model']).toEqual([sampled, 0])
  expect(ran['21']?.inputs['weight']).toBe(count > 0 ? 0.9 : undefined)
  expect(made.receipts.map(({ as }) => as)).toEqual(
    ['workflow-input', 'workflow-input', 'workflow-takes-fewer'].slice(0, count),
  )
})

test('of several workflows, the one that takes most of the references, and is whole', async () => {
  const [reference] = await threeReferences()
  const engine = await engineWith(repainting, plain)
  const without = await engine.generate(orderOf(), witness())
  const withOne = await engine.generate(orderOf({ references: reference ? [reference] : [] }), witness())
  expect([without, withOne].map(({ facts }) => facts['workflow'])).toEqual(['w1', 'w0'])
  expect(fake.ran[1]).toMatchObject({ 5: { inputs: { denoise: 0.6 } } })
  expect(engine.capabilities().references).toBe(1)
})

test.each([
  { workflow: repainting, says: 'The workflow needs a picture that the order has not' },
  {
    workflow: withInputs('5', { model: ['99', 0] }),
    says: 'Node 5 (KSampler), input model: leads to node 99, which is not there',
  },
  {
    workflow: withInputs('5', { sampler_name: 'best' }),
    says: 'Node 5 (KSampler), input sampler_name: "best" is not on the server',
  },
  { workflow: withInputs('5', { positive: undefined }), says: 'Node 5 (KSampler), input positive: is missing' },
  {
    workflow: withInputs('2', { text: '{{promt}}' }),
    says: 'Node 2 (CLIPTextEncode), input text: {{promt}} is no placeholder',
  },
  { workflow: { ...plain, 8: node('FancyNode', {}) }, says: 'Node 8 (FancyNode) is not installed on the server' },
  { workflow: { 1: plain['1'] }, says: 'The workflow saves no picture' },
  {
    workflow: { nodes: [], links: [] },
    says: 'The workflow w0 is a workflow of the editor: export it by "Export (API)"',
  },
  { workflow: { 1: { inputs: {} } }, says: 'The workflow w0: node 1 has no class_type or no inputs' },
  { workflow: '{', says: 'The workflow w0 is no JSON' },
  { workflow: [], says: 'The workflow w0 is no workflow' },
])('$says', async ({ workflow, says }) => {
  const before = fake.count('POST /prompt')
  await expect(make(workflow)).rejects.toMatchObject({
    name: 'EngineError',
    problem: 'engine_failed',
    isRetryable: false,
    message: says,
  })
  expect(fake.count('POST /prompt')).toBe(before)
})

test('a file that is not there is told by its name, not its folder', async () => {
  const env = { COMFYUI_URL: fake.url, COMFYUI_WORKFLOW: '/nowhere/secret/mine.json' }
  await expect(readComfyuiSettings(env, null)).rejects.toMatchObject({ message: 'The workflow mine cannot be read' })
})
