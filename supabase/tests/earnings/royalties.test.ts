/** What a paid remix gives to the three before it: every skipped line with its reason, parts that sum, nights that die. */
import { afterAll, beforeAll, describe, expect, test } from 'vitest'

import { draws } from '../../../tests/support/draws.ts'
import { refusalOf } from '../billing/open-billing.ts'
import { TestQueue } from '../support/generation-queue.ts'
import { openRoyalties, type Royalties } from './open-royalties.ts'

let royalties: Royalties
beforeAll(async () => {
  royalties = await openRoyalties()
})
afterAll(() => royalties[Symbol.asyncDispose]())

const person = () => royalties.billing.ledger.newPerson()
const people = (count: number) => Promise.all(Array.from({ length: count }, person))
const reasons = async (generation: string) =>
  (await royalties.linesOf(generation)).map(({ milli, skipped }) => skipped ?? milli)

async function chain(...authors: string[]): Promise<string> {
  let post: string | null = null
  for (const author of authors) post = await royalties.publish(author, post)
  return post!
}

describe('of each paid credit', () => {
  test('2.50 F go to the picture that was remixed, 1.25 F and 0.625 F to the two before it, and no farther', async () => {
    const [oldest, a, b, c, remixer] = await people(5)
    const post = await chain(oldest!, a!, b!, c!)
    const generation = await royalties.remix(remixer!, post, 4)
    expect(await royalties.linesOf(generation)).toEqual([
      { level: 1, beneficiary: c, milli: 10_000, skipped: null },
      { level: 2, beneficiary: b, milli: 5000, skipped: null },
      { level: 3, beneficiary: a, milli: 2500, skipped: null },
    ])
  })

  test('of the most that an order can cost as well', async () => {
    const [author, remixer] = await people(2)
    expect(await reasons(await royalties.remix(remixer!, await chain(author!), 1000))).toEqual([2_500_000])
  })

  test('nothing is given for gifts, nor twice for one capture', async () => {
    const [author, remixer] = await people(2)
    const post = await chain(author!)
    expect(await reasons(await royalties.remix(remixer!, post, 0))).toEqual([])
    const generation = await royalties.remix(remixer!, post, 1)
    await royalties.billing.ledger.asOwner('select app.accrue_royalties($1, 1)', [generation])
    expect(await reasons(generation)).toEqual([2500])
  })

  test('less is given where its author wants less, and nothing where they want none', async () => {
    const [author, before, remixer] = await people(3)
    const post = await chain(before!, author!)
    await royalties.billing.as(author!, 'select public.activate_creator()')
    await royalties.billing.as(author!, 'select public.set_remix_part(5)')
    expect(await reasons(await royalties.remix(remixer!, post, 2))).toEqual([2500, 2500])
    await royalties.billing.as(author!, 'select public.set_remix_part(0)')
    expect(await reasons(await royalties.remix(remixer!, post, 2))).toEqual(['waived', 2500])
    const refusal = refusalOf(royalties.billing.as(author!, 'select public.set_remix_part(20)'))
    expect(await refusal).toBe('PT422 remix_part_invalid')
  })
})

describe('a line is skipped, and says why', () => {
  test('of one’s own pictures, and of somebody who stands in the chain twice', async () => {
    const [a, b, remixer] = await people(3)
    expect(await reasons(await royalties.remix(a!, await chain(b!, a!), 1))).toEqual(['own', 1250])
    expect(await reasons(await royalties.remix(remixer!, await chain(a!, b!, a!), 1))).toEqual([2500, 1250, 'twice'])
  })

  test('of what is gone, and of those who have blocked each other', async () => {
    const [a, b, remixer] = await people(3)
    const first = await royalties.publish(a!)
    const second = await royalties.publish(b!, first)
    await royalties.billing.as(a!, 'select public.delete_post($1)', [first])
    expect(await reasons(await royalties.remix(remixer!, second, 1))).toEqual([2500, 'gone'])
    await royalties.billing.as(
      b!,
      'insert into public.blocks (blocker_id, blocked_id) values ((select auth.uid()), $1)',
      [remixer],
    )
    expect(await reasons(await royalties.remix(remixer!, second, 1))).toEqual(['blocked', 'gone'])
  })

  test('of whoever pays by the same number', async () => {
    const [author, remixer] = await people(2)
    const post = await chain(author!)
    const hash = 'ab'.repeat(32)
    const msisdn_hash = { msisdn_hash: hash, msisdn_last4: '3456' }
    await royalties.billing.bought(remixer!, msisdn_hash)
    expect(await reasons(await royalties.remix(remixer!, post))).toEqual([2500])
    await royalties.billing.bought(author!, msisdn_hash)
    expect(await reasons(await royalties.remix(remixer!, post))).toEqual(['same_hands'])
  })

  test('beyond fifty a day from one person to another', async () => {
    const [author, remixer, other] = await people(3)
    const post = await chain(author!)
    for (let made = 0; made < 50; made += 1) await royalties.remix(remixer!, post)
    expect(await reasons(await royalties.remix(remixer!, post))).toEqual(['pair_cap'])
    expect(await reasons(await royalties.remix(other!, post))).toEqual([2500])
    await royalties.billing.move('1 day')
    expect(await reasons(await royalties.remix(remixer!, post))).toEqual([2500])
  })
})

describe('in the transaction that captures the price', () => {
  async function captured(remixer: string, post: string, metadata: Record<string, unknown> = {}): Promise<string> {
    const queue = new TestQueue(royalties.billing.ledger.database)
    await queue.enqueue({ parent_post_id: post, n_images: 2 }, { user: remixer })
    const worker = crypto.randomUUID()
    const work = await queue.claimed(worker)
    await queue.record(work, 1, worker)
    await queue.finish(work, { status: 'succeeded', engine: 'builtin', metadata }, worker)
    return work.generation_id
  }

  test('what was bought and delivered gives; what was a gift or came back does not', async () => {
    const [author] = await people(1)
    const remixer = await royalties.billing.ledger.personWith({ promo: 0, paid: 9 })
    const post = await chain(author!)
    // Two were ordered, one was made.
    expect(await reasons(await captured(remixer, post))).toEqual([2500])
    expect(await reasons(await captured(await person(), post))).toEqual([])
  })

  test('a price that is given back takes its royalties along, posted or not', async () => {
    const [author] = await people(1)
    const remixer = await royalties.billing.ledger.personWith({ promo: 0, paid: 9 })
    const post = await chain(author!)
    const one = await captured(remixer, post, { plan: { verdict: 'drawn' } })
    const two = await captured(remixer, post, { plan: { verdict: 'drawn' } })
    await royalties.billing.as(remixer, 'select public.give_back_generation($1)', [one])
    expect(await royalties.francsOf(author!)).toMatchObject({ pending: 0, milli: 2500 })
    await royalties.night()
    expect(await royalties.francsOf(author!)).toMatchObject({ pending: 2, milli: 500 })
    await royalties.billing.as(remixer, 'select public.give_back_generation($1)', [two])
    expect(await royalties.francsOf(author!)).toMatchObject({ pending: 0, milli: 0 })
    await royalties.billing.requireSound()
  })
})

describe('the nights', () => {
  test('six posters at once, three nights: whole francs once, the rest is carried', async () => {
    const [author, before, remixer] = await people(3)
    const post = await chain(before!, author!)
    for (const credits of [3, 5, 13]) {
      await royalties.remix(remixer!, post, credits)
      await royalties.night(6)
    }
    // 21 credits: 52.5 F and 26.25 F.
    expect(await royalties.francsOf(author!)).toEqual({ pending: 52, available: 0, on_its_way: 0, milli: 500 })
    expect(await royalties.francsOf(before!)).toEqual({ pending: 26, available: 0, on_its_way: 0, milli: 250 })
    await royalties.billing.requireSound()
  })

  test('what was posted is available after a week, and not while a payment of theirs is disputed', async () => {
    const [author, remixer] = await people(2)
    await royalties.remix(remixer!, await chain(author!), 8)
    await royalties.night()
    await royalties.release()
    expect(await royalties.francsOf(author!)).toMatchObject({ pending: 20, available: 0 })
    const bought = await royalties.billing.bought(author!)
    await dispute(bought.ref, 'open')
    await royalties.billing.move('7 days')
    await royalties.release()
    expect(await royalties.francsOf(author!)).toMatchObject({ pending: 20, available: 0 })
    await dispute(bought.ref, 'won')
    await royalties.release()
    expect(await royalties.francsOf(author!)).toMatchObject({ pending: 0, available: 20 })
    await royalties.billing.requireSound()
  })
})

test('what somebody gave is not available while their own payment is disputed', async () => {
  const [author, remixer] = await people(2)
  await royalties.remix(remixer!, await chain(author!), 8)
  await royalties.night()
  const bought = await royalties.billing.bought(remixer!)
  await dispute(bought.ref, 'open')
  await royalties.billing.move('7 days')
  await royalties.release()
  expect(await royalties.francsOf(author!)).toMatchObject({ pending: 20, available: 0 })
  await dispute(bought.ref, 'won')
  await royalties.release()
  expect(await royalties.francsOf(author!)).toMatchObject({ pending: 0, available: 20 })
  await royalties.billing.requireSound()
})

const dispute = (ref: string, state: string) =>
  royalties.billing.ledger.asServer(`select public.apply_payment_dispute('sandbox', 'd-' || $1, $1, $2)`, [ref, state])

describe('what was paid for with money that went back', () => {
  async function remixedWith(credits: number, nights: number) {
    const [author, remixer] = await people(2)
    const bought = await royalties.billing.bought(remixer!)
    await royalties.remix(remixer!, await chain(author!), credits)
    await royalties.billing.ledger.post(`test:${bought.payment_id}`, [
      { o: `user:${remixer}`, k: 'paid', a: 'CREDIT', n: -credits },
      { o: 'platform', k: 'revenue', a: 'CREDIT', n: credits },
    ])
    for (let night = 0; night < nights; night += 1) await royalties.night()
    return { author: author!, remixer: remixer!, bought }
  }

  test('gives nothing, before it was posted', async () => {
    const { author, bought } = await remixedWith(10, 0)
    await dispute(bought.ref, 'lost')
    expect(await royalties.francsOf(author)).toMatchObject({ pending: 0, milli: 0 })
    await royalties.night()
    expect(await royalties.francsOf(author)).toMatchObject({ pending: 0, milli: 0 })
    await royalties.billing.requireSound()
  })

  test('is taken from what is pending, in the share that went back', async () => {
    const { author, bought } = await remixedWith(10, 1)
    expect(await royalties.francsOf(author)).toMatchObject({ pending: 25 })
    await royalties.billing.believe(bought, { status: 'paid', refunded: (bought.amount * 4) / 5 })
    // 20 of the 25 credits went back, 15 of which were there: 5 of the 10 are not paid for.
    expect(await royalties.francsOf(author)).toMatchObject({ pending: 12, milli: 500 })
    await royalties.billing.believe(bought, { status: 'paid', refunded: bought.amount })
    expect(await royalties.francsOf(author)).toMatchObject({ pending: 0, milli: 0 })
    await royalties.billing.requireSound()
  })

  test('is the platform’s loss once it is available: a creator is not answerable for a stranger’s bank', async () => {
    const { author, bought } = await remixedWith(10, 1)
    await royalties.billing.move('7 days')
    await royalties.release()
    await dispute(bought.ref, 'lost')
    expect(await royalties.francsOf(author)).toMatchObject({ pending: 0, available: 25, milli: 0 })
    await royalties.billing.requireSound()
  })
})

test('whoever is about to remix reads whom it pays', async () => {
  const [a, b] = await people(2)
  const remixer = await royalties.billing.ledger.personWith({ promo: 1, paid: 10 })
  const post = await chain(a!, b!)
  const told = async (credits: number) => {
    const [row] = await royalties.billing.as<{ told: { paid: number; lines: { user_id: string; milli: number }[] } }>(
      remixer,
      'select public.remix_royalties($1, $2) as told',
      [post, credits],
    )
    return { ...row!.told, lines: row!.told.lines.map(({ user_id, milli }) => [user_id, milli]) }
  }
  const one = [
    [b, 2500],
    [a, 1250],
  ]
  expect(await told(1)).toEqual({ paid: 0, lines: one })
  expect(await told(2)).toEqual({ paid: 1, lines: one })
  expect(await told(4)).toEqual({ paid: 3, lines: one.map(([id, milli]) => [id, Number(milli) * 3]) })
  const unknown = royalties.billing.as(remixer, 'select public.remix_royalties(gen_random_uuid(), 1)')
  expect(await refusalOf(unknown)).toBe('PT404 post_unknown')
})

/** Of a seed: the same draws in every run. */
function drawn(seed: number): (below: number) => number {
  let state = seed
  return (below) => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0
    return Math.floor((state / 2 ** 32) * below)
  }
}

interface DrawnPost {
  readonly id: string
  /** Its author first, then those before. */
  readonly authors: readonly string[]
}

async function drawPosts(crowd: readonly string[], pick: (below: number) => number): Promise<DrawnPost[]> {
  const posts: DrawnPost[] = []
  for (let place = 0; place < 24; place += 1) {
    const parent = place < 6 ? undefined : posts[pick(posts.length)]
    const author = crowd[pick(8)]!
    const id = await royalties.publish(author, parent?.id ?? null)
    posts.push({ id, authors: [author, ...(parent?.authors ?? [])] })
  }
  return posts
}

/** What the rates say, as anybody would count it. */
class Expected {
  readonly due = new Map<string, number>()
  readonly #today = new Map<string, number>()

  count(remixer: string, authors: readonly string[], credits: number): void {
    const seen = new Set<string>()
    for (const [level, author] of authors.slice(0, 3).entries()) {
      const pair = `${remixer}:${author}`
      const before = this.#today.get(pair) ?? 0
      if (author !== remixer && !seen.has(author) && before < 50) {
        this.due.set(author, (this.due.get(author) ?? 0) + [2500, 1250, 625][level]! * credits)
        this.#today.set(pair, before + 1)
      }
      seen.add(author)
    }
  }

  sleep(): void {
    this.#today.clear()
  }
}

test('drawn chains sum: what is accrued, posted and carried is what the rates say', async () => {
  const crowd = await people(12)
  const pick = drawn(2026)
  const posts = await drawPosts(crowd, pick)
  const expected = new Expected()
  const count = draws({ few: 60, many: 3000 })
  for (let draw = 0; draw < count; draw += 1) {
    const [remixer, { id, authors }, credits] = [crowd[pick(12)]!, posts[pick(posts.length)]!, 1 + pick(4)]
    await royalties.remix(remixer, id, credits)
    expected.count(remixer, authors, credits)
    if (pick(40) === 0) {
      await royalties.night(2)
      expected.sleep()
    }
  }
  await royalties.night(3)
  for (const member of crowd) {
    const { pending, milli } = await royalties.francsOf(member)
    expect(pending * 1000 + milli).toBe(expected.due.get(member) ?? 0)
    expect(milli).toBeLessThan(1000)
  }
  await royalties.billing.requireSound()
})
