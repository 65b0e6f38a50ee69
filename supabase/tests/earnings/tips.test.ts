/** Tips and words that are paid for: bought credits alone, 20 F of 25 for the creator, once per key. */
import { randomUUID } from 'node:crypto'

import { afterAll, beforeAll, describe, expect, test } from 'vitest'

import { refusalOf } from '../billing/open-billing.ts'
import { countOutcomes } from '../ledger/open-ledger.ts'
import { openRoyalties, type Royalties } from './open-royalties.ts'

let royalties: Royalties
beforeAll(async () => {
  royalties = await openRoyalties()
})
afterAll(() => royalties[Symbol.asyncDispose]())

const person = () => royalties.billing.ledger.newPerson()
const buyer = (paid = 10) => royalties.billing.ledger.personWith({ promo: 5, paid })

async function tip(giver: string, creator: string, credits: number, given: Record<string, string> = {}) {
  const { key = randomUUID(), post = null, note = null } = given as Partial<typeof given>
  const params = [creator, credits, key, post, note]
  const [row] = await royalties.billing.as<{ told: object }>(
    giver,
    'select public.send_tip($1, $2, $3, $4, $5) as told',
    params,
  )
  return row!.told
}

describe('a tip', () => {
  test('is 20 F a credit, pending for a week, with who gave it', async () => {
    const [giver, creator] = [await buyer(), await person()]
    const post = await royalties.publish(creator)
    expect(await tip(giver, creator, 5, { post, note: 'Merci !' })).toMatchObject({ credits: 5, francs: 100 })
    expect(await royalties.francsOf(creator)).toMatchObject({ pending: 100, available: 0 })
    const lines = await royalties.billing.as(
      creator,
      'select source, gross::int, fee::int, amount::int, post_id, note from public.my_earnings',
    )
    expect(lines).toEqual([{ source: 'tip', gross: 125, fee: 25, amount: 100, post_id: post, note: 'Merci !' }])
    const told = await royalties.billing.as(creator, `select type from public.notifications where type = 'tip'`)
    expect(told).toHaveLength(1)
    await royalties.billing.requireSound()
  })

  test('without a name: whoever gets it is not told by whom', async () => {
    const [giver, creator] = [await buyer(), await person()]
    const sent = 'select public.send_tip($1, 5, $2, anonymous => true)'
    await royalties.billing.as(giver, sent, [creator, randomUUID()])
    const lines = await royalties.billing.as(creator, 'select giver, amount::int from public.my_earnings')
    expect(lines).toEqual([{ giver: null, amount: 100 }])
    const told = await royalties.billing.as(
      creator,
      `select actor_ids, data - 'what' - 'credits' as data from public.notifications where type = 'tip'`,
    )
    expect(told).toEqual([{ actor_ids: [], data: {} }])
  })

  test('takes bought credits, never gifts, and moves once under one key, ten at a time', async () => {
    const [giver, creator] = [await buyer(6), await person()]
    expect(await refusalOf(tip(giver, creator, 7))).toBe('PT402 paid_credits_missing')
    const key = randomUUID()
    const same = Array.from({ length: 10 }, () => tip(giver, creator, 4, { key }))
    expect(await countOutcomes(same)).toEqual({ done: 10 })
    expect(await royalties.francsOf(creator)).toMatchObject({ pending: 80 })
    expect(await refusalOf(tip(giver, creator, 5, { key }))).toBe('PT422 idempotency_mismatch')
    const many = Array.from({ length: 5 }, () => tip(giver, creator, 1))
    expect(await countOutcomes(many)).toEqual({ done: 2, PT402: 3 })
    await royalties.billing.requireSound()
  })

  test('to oneself, to nobody, to whom one is apart from, of no size', async () => {
    const [giver, creator] = [await buyer(), await person()]
    expect(await refusalOf(tip(giver, giver, 1))).toBe('PT422 tip_to_oneself')
    expect(await refusalOf(tip(giver, randomUUID(), 1))).toBe('PT404 tip_nobody')
    for (const credits of [0, -5, 501]) expect(await refusalOf(tip(giver, creator, credits))).toBe('PT422 tip_size')
    expect(await refusalOf(tip(giver, creator, 1, { note: 'm'.repeat(201) }))).toBe('PT422 tip_note')
    const foreign = await royalties.publish(await person())
    expect(await refusalOf(tip(giver, creator, 1, { post: foreign }))).toBe('PT404 tip_nobody')
    await royalties.billing.as(creator, 'insert into public.blocks (blocked_id) values ($1)', [giver])
    expect(await refusalOf(tip(giver, creator, 1))).toBe('PT404 tip_nobody')
  })

  test('goes back with the purchase that paid for it, while it is pending', async () => {
    const [giver, creator] = [await person(), await person()]
    const bought = await royalties.billing.bought(giver)
    await tip(giver, creator, 20)
    await royalties.billing.believe(bought, { status: 'paid', refunded: bought.amount })
    expect(await royalties.francsOf(creator)).toMatchObject({ pending: 0 })
    await royalties.billing.requireSound()
  })
})

test('a year adds up by source, without what went back whole', async () => {
  const creator = await person()
  const years = () =>
    royalties.billing.as(
      creator,
      `select source, lines, gross::int, fee::int, taken_back::int, amount::int from public.my_earning_years
       where year = extract(year from now() at time zone 'UTC')`,
    )
  expect(await years()).toEqual([])
  for (const credits of [2, 3]) await tip(await buyer(), creator, credits)
  expect(await years()).toEqual([{ source: 'tip', lines: 2, gross: 125, fee: 25, taken_back: 0, amount: 100 }])
  const [whole, part] = [await person(), await person()]
  for (const [giver, back] of [
    [whole, 1],
    [part, 0.4],
  ] as const) {
    const bought = await royalties.billing.bought(giver)
    await tip(giver, creator, 20)
    await royalties.billing.believe(bought, { status: 'paid', refunded: bought.amount * back })
  }
  // Of one nothing is left. Of the other five of its 25 credits were unspent, and five more went back.
  expect(await years()).toEqual([{ source: 'tip', lines: 3, gross: 625, fee: 125, taken_back: 100, amount: 400 }])
  await royalties.billing.requireSound()
})

describe('a workflow of somebody else', () => {
  async function workflowOf(author: string, fee: number): Promise<string> {
    const steps = [{ kind: 'generate', title: 'Peindre', settings: { prompt: 'une pirogue', width: 256, height: 256 } }]
    const draft = { title: 'Une affiche', visibility: 'public', fee_credits: fee, steps, inputs: [] }
    const call = 'select (public.save_workflow($1)).id'
    return (await royalties.billing.as<{ id: string }>(author, call, [JSON.stringify(draft)]))[0]!.id
  }
  const run = (who: string, workflow: string, fee: number, key: string = randomUUID()) =>
    royalties.billing.as<{ id: string }>(who, `select (public.start_workflow_run($1, '{}', 'step', $2, $3)).id`, [
      workflow,
      key,
      fee,
    ])

  test('is run for what its author asks, of bought credits, once a run, and by its author for nothing', async () => {
    const [author, runner, poor] = [
      await person(),
      await buyer(),
      await royalties.billing.ledger.personWith({ promo: 9, paid: 0 }),
    ]
    const workflow = await workflowOf(author, 3)
    expect(await refusalOf(run(runner, workflow, 0))).toBe('PT409 price_changed')
    expect(await refusalOf(run(poor, workflow, 3))).toBe('PT402 paid_credits_missing')
    const key = randomUUID()
    const same = Array.from({ length: 5 }, () => run(runner, workflow, 3, key))
    expect(new Set((await Promise.all(same)).map(([row]) => row!.id)).size).toBe(1)
    expect(await royalties.francsOf(author)).toMatchObject({ pending: 60 })
    await run(author, workflow, 0)
    expect(await royalties.francsOf(author)).toMatchObject({ pending: 60 })
    const lines = await royalties.billing.as(
      author,
      'select source, gross::int, fee::int, amount::int from public.my_earnings',
    )
    expect(lines).toEqual([{ source: 'workflow', gross: 75, fee: 15, amount: 60 }])
    await royalties.billing.requireSound()
  })

  test('asks for 5 credits at most', async () => {
    expect(await refusalOf(workflowOf(await person(), 6))).toBe('PT422 invalid_workflow')
  })
})

describe('hidden words', () => {
  async function hidden(creator: string): Promise<string> {
    const post = await royalties.publish(creator)
    await royalties.billing.as(creator, 'update public.feed_posts set prompt_visible = false where id = $1', [post])
    return post
  }
  const words = (who: string, call: string, ...params: unknown[]) =>
    royalties.billing.as<{ words: string | null }>(who, `select public.${call} as words`, params)

  test('are read by whoever has paid for them, again for nothing, and by nobody else', async () => {
    const [giver, creator, other] = [await buyer(), await person(), await buyer()]
    const post = await hidden(creator)
    expect(await refusalOf(words(giver, 'unlock_prompt($1, 3)', post))).toBe('PT404 prompt_not_sold')
    await words(creator, 'set_prompt_price($1, 3)', post)
    expect(await words(other, 'unlocked_prompt($1)', post)).toEqual([{ words: null }])
    expect(await refusalOf(words(giver, 'unlock_prompt($1, 2)', post))).toBe('PT409 price_changed')
    for (let time = 0; time < 2; time += 1)
      expect(await words(giver, 'unlock_prompt($1, 3)', post)).toEqual([{ words: 'Été à Ouidah, face à la mer' }])
    expect(await words(giver, 'unlocked_prompt($1)', post)).toEqual([{ words: 'Été à Ouidah, face à la mer' }])
    expect(await words(other, 'unlocked_prompt($1)', post)).toEqual([{ words: null }])
    expect(await royalties.francsOf(creator)).toMatchObject({ pending: 60 })
    expect(await royalties.billing.as(other, 'select prompt from public.feed_posts where id = $1', [post])).toEqual([
      { prompt: '…' },
    ])
    await royalties.billing.requireSound()
  })

  test('are not opened by the key of a tip, to whomever it went', async () => {
    const [creator, friend] = [await person(), await person()]
    const giver = await buyer(10)
    const post = await hidden(creator)
    await words(creator, 'set_prompt_price($1, 3)', post)
    await tip(giver, friend, 1, { key: `prompt:${post}` })
    expect(await refusalOf(words(giver, 'unlock_prompt($1, 3)', post))).toBe('PT422 idempotency_mismatch')
    expect(await words(giver, 'unlocked_prompt($1)', post)).toEqual([{ words: null }])
    expect(await royalties.francsOf(creator)).toMatchObject({ pending: 0 })
    await royalties.billing.requireSound()
  })

  test('are priced by their author alone, from 1 to 100 credits, where they are hidden', async () => {
    const [creator, other] = [await person(), await person()]
    const post = await hidden(creator)
    expect(await refusalOf(words(other, 'set_prompt_price($1, 3)', post))).toBe('PT404 post_unknown')
    for (const credits of [0, 101])
      expect(await refusalOf(words(creator, 'set_prompt_price($1, $2)', post, credits))).toBe('PT422 prompt_price_size')
    const shown = await royalties.publish(creator)
    expect(await refusalOf(words(creator, 'set_prompt_price($1, 3)', shown))).toBe('PT409 prompt_is_shown')
    const shorten = `update public.generations g set prompt = 'Été' from public.generation_images i, public.feed_posts p
      where p.id = $1 and i.id = p.image_id and g.id = i.generation_id`
    await royalties.billing.ledger.asOwner(shorten, [post])
    expect(await refusalOf(words(creator, 'set_prompt_price($1, 3)', post))).toBe('PT409 prompt_too_short')
  })
})
