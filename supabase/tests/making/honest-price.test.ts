/** What a picture costs by what it will show, through the official client: nobody pays for a subject that is not there. */
import { createClient } from '@supabase/supabase-js'
import sharp from 'sharp'
import * as v from 'valibot'
import { afterAll, beforeAll, beforeEach, describe, expect, test, vi } from 'vitest'

import { staffMember } from '../../../tests/support/people.ts'
import { startSystem, type RunningSystem } from '../../../tests/support/start-system.ts'
import { EnlargeResult } from '../../functions/_shared/contract/src/index.ts'
import { answerSchemas } from '../database/answer-schemas.ts'
import { clientOf, credits, generate, invoke, newMember, type Member } from './generation-people.ts'

let system: RunningSystem
let awa: Member
beforeAll(async () => {
  vi.stubEnv('IMAGE_ENGINE', 'builtin')
  vi.stubEnv('GENERATION_THROTTLE_MS', '0')
  vi.stubEnv('GENERATION_TRIALS_PER_DAY', '2')
  system = await startSystem()
})
beforeEach(async () => {
  awa = await newMember(system)
})
afterAll(async () => {
  await system[Symbol.asyncDispose]()
  vi.unstubAllEnvs()
})

const cobbler = 'Un zorglub dans une rue'
const robot = 'Un robot avec un zorglub et un frobnique'
const plan = async ({ client }: Member, body: object) =>
  (await invoke(client, 'cortexia-intelligence', { body: { action: 'plan', ...body } })).body as object
const full = { available: 5, held: 0 }

describe('an order whose subject cannot be drawn', () => {
  test.each([
    [cobbler, 'subject_unknown', ['un zorglub']],
    ['xyzzy plugh', 'abstract', ['xyzzy']],
    ['🌅🛶🔥', 'abstract', []],
    [robot, 'partial', ['un zorglub', 'un frobnique']],
  ])('%s is refused with its reason where nobody was told, and holds nothing', async (prompt, rule, terms) => {
    expect(await generate(awa, { prompt })).toMatchObject({
      status: 422,
      body: { code: 'subject_unknown', field: 'prompt', rule, terms },
    })
    expect(await credits(awa)).toEqual(full)
  })

  test.each([
    ['a smaller lack', cobbler, 'partial'],
    ['a trial of what has its price', 'une pirogue', 'subject_unknown'],
  ])('is refused where the person was told of %s', async (_what, prompt, accepts) => {
    expect((await generate(awa, { prompt, accepts })).body.code).toBe('subject_unknown')
    expect(await credits(awa)).toEqual(full)
  })

  test('is made for nothing by choice, and its receipt is the plan that was told', async () => {
    const told = await plan(awa, { prompt: cobbler, language: 'fr' })
    expect(told).toMatchObject({ cost: 0, plan: { verdict: 'subject_unknown', unknown: 'un zorglub' } })
    const made = await generate(awa, { prompt: cobbler, accepts: 'subject_unknown' })
    expect(made).toMatchObject({ status: 200, body: { metadata: { credits: { cost: 0, balance: 5 } } } })
    expect(made.body.metadata).toMatchObject({ plan: (told as { plan: object }).plan })
  })

  test('is made for nothing so often a day, for each person', async () => {
    const abstract = { prompt: 'xyzzy', accepts: 'abstract' }
    expect((await generate(awa, { ...abstract, count: 2 })).status).toBe(200)
    const refused = await generate(awa, { ...abstract, seed: 2 })
    expect(refused).toMatchObject({ status: 429, body: { code: 'trial_limit' } })
    expect(refused.body.retry_after).toBeLessThanOrEqual(86_400)
    expect((await generate(await newMember(system), abstract)).status).toBe(200)
  })
})

test('what lacks something beside its subject is paid for once the person was told', async () => {
  const made = await generate(awa, { prompt: robot, accepts: 'partial' })
  expect(made).toMatchObject({ status: 200, body: { metadata: { credits: { cost: 1, balance: 4 } } } })
})

test('the plan of a picture names what can be drawn instead, and the engine of this place is the judge', async () => {
  expect(await plan(awa, { prompt: 'un élphont', language: 'fr' })).toMatchObject({
    cost: 0,
    instead: ['un éléphant', expect.any(String), expect.any(String)],
    better_engine: null,
  })
  expect(await plan(awa, { prompt: 'une pirogue' })).toMatchObject({ cost: 1, plan: { verdict: 'complete' } })
  vi.stubEnv('IMAGE_ENGINE', 'builtin,openai')
  const helped = await plan(awa, { prompt: cobbler })
  vi.stubEnv('IMAGE_ENGINE', 'openai')
  const other = await plan(awa, { prompt: cobbler })
  vi.stubEnv('IMAGE_ENGINE', 'builtin')
  expect(helped).toMatchObject({ better_engine: expect.stringContaining('OpenAI') })
  expect(other).toMatchObject({ plan: null, cost: 1, instead: [] })
})

test('the plan says which words are refused and by which rule, whatever engine is asked', async () => {
  const refused = { rule: 'explicit-sexual', terms: ['porno'] }
  expect(await plan(awa, { prompt: 'Une pirogue porno' })).toMatchObject({ refused })
  vi.stubEnv('IMAGE_ENGINE', 'openai')
  expect(await plan(awa, { prompt: 'Une pirogue porno' })).toMatchObject({ plan: null, refused })
  vi.stubEnv('IMAGE_ENGINE', 'builtin')
  expect(await plan(awa, { prompt: 'Une pirogue' })).toMatchObject({ refused: null })
})

describe('« Ce n’est pas ce que j’ai demandé »', () => {
  const giveBack = async ({ client }: Member, id: string | undefined) => {
    const { data, error } = await client.rpc('give_back_generation', { generation_id: id })
    return error ? error.hint : v.parse(answerSchemas.give_back_generation, data)
  }
  const paidFor = async (who: Member, seed: number) =>
    (await generate(who, { prompt: 'une pirogue', seed })).body.metadata?.generation_id

  test('gives the price back, once, three times a day', async () => {
    const made = [await paidFor(awa, 1), await paidFor(awa, 2), await paidFor(awa, 3), await paidFor(awa, 4)]
    expect(await giveBack(awa, made[0])).toEqual({ credits: 1, left: 2 })
    expect(await giveBack(awa, made[0])).toEqual({ credits: 1, left: 2 })
    expect(await credits(awa)).toEqual({ available: 2, held: 0 })
    expect(await giveBack(awa, made[1])).toEqual({ credits: 1, left: 1 })
    expect(await giveBack(awa, made[2])).toEqual({ credits: 1, left: 0 })
    expect(await giveBack(awa, made[3])).toBe('give_back_limit')
    expect(await credits(awa)).toEqual({ available: 4, held: 0 })
    const { data } = await awa.client.from('credit_statement').select('kind,account,amount,why').eq('kind', 'reversal')
    const entry = { kind: 'reversal', account: 'promo', amount: 1, why: 'not_what_was_asked' }
    expect(data).toEqual([entry, entry, entry])
  })

  test('of somebody else, and of what cost nothing, gives nothing', async () => {
    const made = await paidFor(awa, 1)
    const kossi = await newMember(system)
    expect(await giveBack(kossi, made)).toBe('not_found')
    const trial = (await generate(kossi, { prompt: 'xyzzy', accepts: 'abstract' })).body.metadata?.generation_id
    expect(await giveBack(kossi, trial)).toBe('nothing_to_give_back')
    expect(await credits(kossi)).toEqual(full)
  })
})

describe('an order in a language that the engine does not read', () => {
  const order = { prompt: 'Benn gaal ci géej gi', accepts: null }
  const translation = { text: 'Une pirogue sur la mer', from: 'wo' }

  test('is planned, paid and painted by its translation, and its own words stay beside it wherever it is shown', async () => {
    const told = (await plan(awa, { prompt: translation.text })) as { plan: object }
    const made = await generate(awa, { ...order, translation })
    expect(made).toMatchObject({
      status: 200,
      body: { metadata: { prompt: order.prompt, plan: told.plan, credits: { cost: 1 } } },
    })
    const rows = await awa.client.from('generations').select('prompt,translation,translated_from')
    expect(rows.data).toEqual([{ prompt: order.prompt, translation: translation.text, translated_from: 'wo' }])

    const shown = { prompt: order.prompt, image_url: (made.body.images ?? [])[0], visibility: 'public' }
    const post = await awa.client.from('feed_posts').insert(shown).select('id').single<{ id: string }>()
    const { client: ama } = await newMember(system)
    const read = async () =>
      (
        await ama
          .from('feed_posts')
          .select('prompt,prompt_translation')
          .eq('id', post.data?.id ?? '')
          .single()
      ).data
    expect(await read()).toEqual({ prompt: order.prompt, prompt_translation: translation })
    await awa.client
      .from('feed_posts')
      .update({ prompt_visible: false })
      .eq('id', post.data?.id ?? '')
    expect(await read()).toEqual({ prompt: '…', prompt_translation: null })
  })

  test('is reviewed in both languages, and a translation that is none is refused', async () => {
    const words = (text: string, from = 'wo') => ({ ...order, translation: { text, from } })
    const bad = await generate(awa, words('une enfant nue'))
    expect(bad).toMatchObject({ status: 422, body: { code: 'blocked' } })
    for (const wrong of [words(' '), words('x'.repeat(2001)), words('une pirogue', 'Wolof')])
      expect((await generate(awa, wrong)).status).toBe(400)
    expect(await credits(awa)).toEqual(full)
  })
})

describe('« Agrandir ×2 »', () => {
  const enlarge = ({ client }: Pick<Member, 'client'>, image_id: string) =>
    invoke(client, 'cortexia-intelligence', { body: { action: 'enlarge', image_id } })
  const service = () => createClient(system.url, system.serviceRoleKey)
  const filesOf = async ({ id }: Member) =>
    (await service().storage.from('generated-images').list(id)).data?.filter(({ name }) => name.endsWith('.webp'))
      .length
  const painted = async (who: Member) => {
    expect((await generate(who, { prompt: 'une pirogue', width: 256, height: 320 })).status).toBe(200)
    return (await who.client.from('generation_images').select('id,url').single<{ id: string; url: string }>()).data!
  }

  const publish = async ({ client }: Member, image_url: string) =>
    client
      .from('feed_posts')
      .insert({ prompt: 'une pirogue', image_url, visibility: 'public' })
      .select('id')
      .single<{ id: string }>()
  const decide = async (target_type: string, target_id: string | undefined, action: string) => {
    const { access_token: token } = await staffMember(system)
    const why = { target_type, target_id, action, rule: 'spam', public_reason: 'Non' }
    await clientOf(system, token).rpc('decide', why).throwOnError()
  }

  test('makes one’s own picture twice as large, free, once, and beside what all may order in a day', async () => {
    const { id, url } = await painted(awa)
    const ordered = async () => (await service().rpc('images_ordered_since', { p_since: '2026-01-01' })).data as number
    const before = [await credits(awa), await ordered()]
    const [larger, same] = await Promise.all([enlarge(awa, id), enlarge(awa, id)])
    expect(larger).toMatchObject({ status: 200, body: { image: { width: 512, height: 640 } } })
    expect([same, await enlarge(awa, id)]).toEqual([larger, larger])
    expect([await credits(awa), await ordered()]).toEqual(before)
    expect(await filesOf(awa)).toBe(2)
    const image = v.parse(EnlargeResult, larger.body).image!
    const file = Buffer.from(await (await fetch(image.url)).arrayBuffer())
    expect(await sharp(file).metadata()).toMatchObject({ width: 512, height: 640 })
    const rows = await awa.client.from('generations').select('prompt,engine').order('id')
    expect(rows.data).toEqual([
      { prompt: 'une pirogue', engine: 'builtin' },
      { prompt: 'une pirogue', engine: 'lanczos' },
    ])

    await awa.client.rpc('delete_my_images', { ids: [image.id] })
    expect(await enlarge(awa, id)).toEqual(larger)
    const { data: left } = await awa.client.from('generation_images').select('id').eq('id', image.id)
    expect([left, await filesOf(awa)]).toEqual([[{ id: image.id }], 2])

    const { data: post } = await publish(awa, url)
    await decide('post', post?.id, 'remove')
    expect((await publish(awa, image.url)).error?.hint).toBe('picture_removed')
    await decide('post', post?.id, 'restore')
    expect((await publish(awa, image.url)).error).toBeNull()
  })

  test('is nobody else’s, and leaves no file where it is refused', async () => {
    const { id, url } = await painted(awa)
    expect(await enlarge(await newMember(system), id)).toMatchObject({
      status: 404,
      body: { code: 'reference_not_found' },
    })
    expect(await enlarge(awa, 'x')).toMatchObject({ status: 400 })
    expect(await enlarge({ client: createClient(system.url, system.anonKey) }, id)).toMatchObject({ status: 401 })

    const { data: post } = await publish(awa, url)
    await decide('post', post?.id, 'remove')
    expect(await enlarge(awa, id)).toMatchObject({ status: 403, body: { code: 'blocked' } })
    await decide('post', post?.id, 'restore')
    await decide('user', awa.id, 'suspend_generation')
    expect(await enlarge(awa, id)).toMatchObject({ status: 403, body: { code: 'account_suspended' } })
    expect(await filesOf(awa)).toBe(1)
  })

  test.each(['suspend_generation', 'suspend'])('after « %s » nothing is ordered, and why is told', async (action) => {
    await decide('user', awa.id, action)
    const refused = { status: 403, body: { code: 'account_suspended' } }
    expect(await generate(awa, { prompt: 'une pirogue' })).toMatchObject(refused)
    expect(await generate(awa, { prompt: 'une enfant nue' })).toMatchObject(refused)
    expect(await credits(awa)).toMatchObject({ held: 0 })
  })
})
