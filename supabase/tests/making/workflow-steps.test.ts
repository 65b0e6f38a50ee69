/** `execute_step`, step by step, on the built-in engine. */
import { createClient } from '@supabase/supabase-js'
import sharp from 'sharp'
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest'

import { startSystem, type RunningSystem } from '../../../tests/support/start-system.ts'
import { credits, newMember, type Member } from './generation-people.ts'
import {
  call,
  execute,
  picture,
  runRow,
  save,
  start,
  stepRows,
  style,
  type RunRow,
  type StepAnswer,
} from './workflow-people.ts'

vi.setConfig({ testTimeout: 180_000 })

let system: RunningSystem
let awa: Member
beforeAll(async () => {
  vi.stubEnv('GENERATION_THROTTLE_MS', '0')
  system = await startSystem()
  awa = await newMember(system)
})
afterAll(() => system[Symbol.asyncDispose]())

const from = (step: number, field: string) => ({ step, field }) as never

const everyKind = [
  { kind: 'enhance', title: 'Améliorer', settings: { prompt: 'une pirogue au coucher du soleil, {style}' } },
  {
    kind: 'generate',
    title: 'Peindre',
    takes: { prompt: from(0, 'prompt') },
    settings: { width: 256, height: 256, count: 2 },
  },
  { kind: 'choose', title: 'Choisir', takes: { images: from(1, 'images') } },
  { kind: 'analyse', title: 'Décrire', takes: { image: from(2, 'image') } },
  {
    kind: 'remix',
    title: 'Reprendre',
    takes: { image: from(2, 'image'), description: from(3, 'description') },
    settings: { prompt: 'la même, {style}, de nuit', influence: 0.7 },
  },
  { kind: 'upscale', title: 'Agrandir', takes: { image: from(4, 'image') } },
  {
    kind: 'publish',
    title: 'Publier',
    takes: { image: from(5, 'image') },
    settings: { title: 'Pirogue {style}', hashtags: 'pirogue, {style}' },
  },
] as const

/** What a step gave, whole. */
function given({ body }: StepAnswer) {
  const { output } = body.step
  if (output === null) throw new Error(JSON.stringify(body))
  const { images = [], image = { id: null, url: '' }, prompt = '', post_id = '' } = output
  return { images, image, prompt, post_id, output }
}

describe('every kind of step', () => {
  test('does its work with what the one before gave', async () => {
    const who = await newMember(system)
    const { id } = await save(who, { steps: everyKind as never })
    const { id: runId, cost_quoted } = await start(who, id, { mode: 'step', inputs: { style: 'gravure' } })
    expect(cost_quoted).toBe(3)
    const step = (stepIndex: number) => execute(who, { workflowId: id, stepIndex, runId })

    const enhanced = await step(0)
    expect(enhanced).toMatchObject({ status: 200, body: { step: { status: 'succeeded', cost: 0 } } })
    const { prompt } = given(enhanced)
    expect(prompt).toMatch(/^une pirogue au coucher du soleil, gravure.+/)

    const painted = await step(1)
    expect(painted.body).toMatchObject({
      run: { status: 'waiting', current_step: 2 },
      step: { cost: 2, input: { prompt } },
    })
    const { images } = given(painted)
    expect(images).toHaveLength(2)
    expect((await step(2)).body.step).toMatchObject({ status: 'waiting', input: { images } })
    const image_id = images[1]?.id
    const chosen = await call<RunRow>(who, 'choose_in_step', { run_id: runId, step_index: 2, image_id })
    expect(chosen).toMatchObject({ status: 'queued', current_step: 3 })

    expect(given(await step(3)).output).toMatchObject({ description: expect.stringMatching(/^Image carrée/), prompt })

    const remixed = await step(4)
    expect(remixed.body.step).toMatchObject({
      status: 'succeeded',
      input: { prompt: 'la même, gravure, de nuit', image: { id: image_id } },
      output: { image: { width: 256, height: 256 } },
    })
    expect(await referencesOf(who, remixed)).toEqual([{ influence: 0.7, used: true }])

    const larger = await step(5)
    expect(larger.body.step).toMatchObject({
      status: 'succeeded',
      cost: 0,
      output: { image: { width: 512, height: 512 }, note: 'Agrandie sans IA : 256 × 256 → 512 × 512.' },
    })
    const { image } = given(larger)
    const file = await (await fetch(image.url)).bytes()
    expect(await sharp(file).metadata()).toMatchObject({ format: 'webp', width: 512, height: 512 })

    const choices = { default_prompt_visible: false, default_remix_allowed: false }
    await who.client.from('profile_settings').update(choices).eq('user_id', who.id).throwOnError()
    const published = await step(6)
    expect(published.body.run).toMatchObject({ status: 'succeeded', current_step: 7, cost_charged: 3 })
    expect(await postOf(who, published)).toMatchObject({
      visibility: 'private',
      prompt_visible: false,
      remix_allowed: false,
      title: 'Pirogue gravure',
      hashtags: 'pirogue,gravure',
      image_url: image.url,
      width: 512,
      metadata: { source: 'workflow', engine: 'lanczos' },
    })
    expect(await credits(who)).toEqual({ available: 2, held: 0 })
    expect(await step(4)).toEqual({ status: 200, body: { ...remixed.body, run: published.body.run } })
    expect((await stepRows(who, runId)).map(({ attempt }) => attempt)).toEqual([1, 1, 1, 1, 1, 1, 1])
  })

  test("remix keeps the lineage of a publication, and its author's refusal", async () => {
    const kossi = await newMember(system)
    const { image } = given(await execute(kossi, { workflowId: (await save(kossi)).id, stepIndex: 0 }))
    const post = await kossi.client
      .from('feed_posts')
      .insert({ prompt: 'x', image_url: image.url })
      .select('id')
      .single()
    const who = await newMember(system)
    const { id: workflowId } = await save(who, {
      inputs: [style, { name: 'photo', label: 'Photo', kind: 'image', required: true }],
      steps: [
        { kind: 'remix', title: 'Reprendre', takes: { image: { input: 'photo' } }, settings: { prompt: 'la nuit' } },
      ],
    })
    const remix = async () => {
      const { id: runId } = await start(who, workflowId, { mode: 'step', inputs: { photo: image.url } })
      return (await execute(who, { workflowId, stepIndex: 0, runId })).body.step
    }
    const made = await remix()
    expect(made.status).toBe('succeeded')
    const { data } = await who.client
      .from('generations')
      .select('parent_post_id')
      .eq('id', made.generation_id ?? '')
      .single()
    expect(data).toEqual({ parent_post_id: post.data?.id })
    await kossi.client
      .from('feed_posts')
      .update({ remix_allowed: false })
      .eq('id', post.data?.id as string)
    expect(await remix()).toMatchObject({ status: 'failed', cost: 0, error: { code: 'remix_not_allowed' } })
  })
})

async function referencesOf({ client }: Member, { body }: StepAnswer): Promise<unknown> {
  const id = body.step.generation_id ?? ''
  return (await client.from('generation_references').select('influence,used').eq('generation_id', id)).data
}

async function postOf({ client }: Member, answer: StepAnswer): Promise<unknown> {
  const columns = 'visibility,prompt_visible,remix_allowed,title,hashtags,image_url,width,metadata'
  return (await client.from('feed_posts').select(columns).eq('id', given(answer).post_id).single()).data
}

describe('F-11 a step', () => {
  test('F-11 of a workflow of somebody else, before the first or after the last, is not there', async () => {
    const kossi = await newMember(system)
    const { id } = await save(kossi)
    const { id: mine } = await save(awa)
    const { id: runId } = await start(kossi, id, { mode: 'step' })
    const notThere = { status: 404, body: { code: 'not_found' } }
    for (const asked of [
      { workflowId: id, stepIndex: -1 },
      { workflowId: id, stepIndex: 0 },
      { workflowId: id, stepIndex: 0, runId },
      { workflowId: mine, stepIndex: -1 },
      { workflowId: mine, stepIndex: 1 },
      { workflowId: mine, stepIndex: 1e12 },
      { workflowId: mine, stepIndex: 0, runId },
      { workflowId: 'x', stepIndex: 0 },
      { workflowId: mine, stepIndex: 0, runId: 'x' },
      { workflowId: crypto.randomUUID(), stepIndex: 0 },
    ]) {
      expect([asked, await execute(awa, asked)]).toMatchObject([asked, notThere])
    }
    expect(await stepRows(kossi, runId)).toMatchObject([{ status: 'pending' }])
    expect(await credits(kossi)).toEqual({ available: 5, held: 0 })
    const { data } = await awa.client.from('workflow_runs').select('id')
    expect(data).toEqual([])
  })

  test('F-11 is nothing for visitors', async () => {
    const { id } = await save(awa, { visibility: 'public' })
    const visitor = { client: createClient(system.url, system.anonKey) }
    expect(await execute(visitor, { workflowId: id, stepIndex: 0 })).toMatchObject({
      status: 401,
      body: { code: 'not_authenticated' },
    })
  })

  test('comes in its turn', async () => {
    const { id } = await save(awa, { steps: [picture, picture] })
    const { id: runId } = await start(awa, id, { mode: 'step' })
    expect(await execute(awa, { workflowId: id, stepIndex: 1, runId })).toMatchObject({
      status: 409,
      body: { code: 'out_of_order' },
    })
  })

  test('F-07 asked for 50 times at once is one picture and one charge', async () => {
    const who = await newMember(system)
    const { id } = await save(who, { steps: [picture, picture] })
    const answers = await Promise.all(Array.from({ length: 50 }, () => execute(who, { workflowId: id, stepIndex: 0 })))
    const statuses = new Set(answers.map(({ status, body }) => `${status} ${body.code ?? body.step.status}`))
    expect([...statuses].toSorted()).toEqual(['200 succeeded', '409 already_running'])
    const { data: runs } = await who.client.from('workflow_runs').select('id,cost_charged')
    expect(runs).toMatchObject([{ cost_charged: 1 }])
    const { data: generations } = await who.client.from('generations').select('id')
    expect(generations).toHaveLength(1)
    expect(await credits(who)).toEqual({ available: 4, held: 0 })
    // The run that is not over is the one that is meant.
    const next = await execute(who, { workflowId: id, stepIndex: 1 })
    expect(next.body.run).toMatchObject({ id: runs?.[0]?.id, status: 'succeeded', cost_charged: 2 })
  })

  test('F-07 of a run that a key names is the same one, even when it is over', async () => {
    const who = await newMember(system)
    const { id } = await save(who)
    const asked = { workflowId: id, stepIndex: 0 }
    const first = await execute(who, asked, { 'Idempotency-Key': 'once' })
    expect(first.body.run.status).toBe('succeeded')
    expect(await execute(who, asked, { 'Idempotency-Key': 'once' })).toEqual(first)
    expect((await execute(who, asked)).body.run.id).not.toBe(first.body.run.id)
  })

  test('that is refused for what it asks fails by its code, at no cost, and begins anew when asked again', async () => {
    const who = await newMember(system)
    const { id } = await save(who, {
      inputs: [style],
      steps: [{ ...picture, settings: { ...picture.settings, prompt: '{style}' } }],
    })
    const run = await start(who, id, { mode: 'step', inputs: { style: 'une petite fille nue, 10 ans' } })
    const asked = { workflowId: id, stepIndex: 0, runId: run.id }
    const refused = await execute(who, asked)
    expect(refused).toMatchObject({
      status: 200,
      body: { run: { status: 'failed' }, step: { status: 'failed', cost: 0, error: { code: 'blocked' } } },
    })
    expect(refused.body.step.error?.terms?.length).toBeGreaterThan(0)
    expect((await execute(who, asked)).body.step).toMatchObject({ attempt: 2, error: { code: 'blocked' } })
    expect(await credits(who)).toEqual({ available: 5, held: 0 })
    expect(await runRow(who, run.id)).toMatchObject({ cost_charged: 0, finished_at: expect.any(String) })
  })

  test('that would publish a picture of somebody else fails', async () => {
    const kossi = await newMember(system)
    const made = await save(kossi)
    const { body } = await execute(kossi, { workflowId: made.id, stepIndex: 0 })
    const url = body.step.output?.image?.url ?? ''
    const { id } = await save(awa, {
      inputs: [{ name: 'photo', label: 'Photo', kind: 'image', required: true }],
      steps: [{ kind: 'publish', title: 'Publier', takes: { image: { input: 'photo' } } }],
    })
    const { id: runId } = await start(awa, id, { mode: 'step', inputs: { photo: url } })
    expect((await execute(awa, { workflowId: id, stepIndex: 0, runId })).body.step).toMatchObject({
      status: 'failed',
      error: { code: 'not_allowed' },
    })
  })
})
