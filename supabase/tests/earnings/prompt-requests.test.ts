/** Hidden words that may be asked for: once, shown to one person after the other, and hidden from them again. */
import { afterAll, beforeAll, expect, test } from 'vitest'

import { refusalOf } from '../billing/open-billing.ts'
import { openRoyalties, type Royalties } from './open-royalties.ts'

const theWords = 'Été à Ouidah, face à la mer'

let royalties: Royalties
beforeAll(async () => {
  royalties = await openRoyalties()
})
afterAll(() => royalties[Symbol.asyncDispose]())

const person = () => royalties.billing.ledger.newPerson()
const as = <Row extends object>(who: string, text: string, ...params: unknown[]) =>
  royalties.billing.as<Row>(who, text, params)

async function onRequest(author: string): Promise<string> {
  const post = await royalties.publish(author)
  await as(author, 'update public.feed_posts set prompt_visible = false, prompt_on_request = true where id = $1', post)
  return post
}

const ask = (who: string, post: string) => as(who, 'select public.ask_for_prompt($1)', post)
const answer = (author: string, post: string, who: string, shows: boolean) =>
  as(author, 'select public.answer_prompt_request($1, $2, $3)', post, who, shows)
const wordsFor = async (who: string, post: string) =>
  (await as<{ words: string | null }>(who, 'select public.unlocked_prompt($1) as words', post))[0]?.words
const requests = (who: string, post: string) =>
  as(who, 'select user_id, is_shown from public.prompt_requests where post_id = $1 order by asked_at', post)
const toldOf = async (who: string) =>
  (
    await as<{ what: string }>(
      who,
      `select data ->> 'what' as what from public.notifications where type = 'system' order by first_at`,
    )
  ).map(({ what }) => what)

test('whoever asks is shown the words when their author says so, nobody else, and no longer when they think again', async () => {
  const [author, reader, other] = [await person(), await person(), await person()]
  const post = await onRequest(author)
  await ask(reader, post)
  await ask(reader, post)
  expect(await requests(author, post)).toEqual([{ user_id: reader, is_shown: false }])
  expect(await requests(reader, post)).toEqual([{ user_id: reader, is_shown: false }])
  expect(await requests(other, post)).toEqual([])
  expect(await toldOf(author)).toEqual(['prompt_asked'])
  expect([await wordsFor(reader, post), await wordsFor(author, post)]).toEqual([null, theWords])

  await answer(author, post, reader, true)
  expect(await wordsFor(reader, post)).toBe(theWords)
  expect(await wordsFor(other, post)).toBeNull()
  expect(await toldOf(reader)).toEqual(['prompt_shown'])
  expect(await as(reader, 'select prompt from public.feed_posts where id = $1', post)).toEqual([{ prompt: '…' }])

  await answer(author, post, reader, false)
  expect(await wordsFor(reader, post)).toBeNull()
})

test('what is no longer on request is shown to nobody, whoever was shown it; and nobody is told of what they cannot see', async () => {
  const [author, reader, later] = [await person(), await person(), await person()]
  const post = await onRequest(author)
  await ask(reader, post)
  await ask(later, post)
  await answer(author, post, reader, true)
  await as(author, 'update public.feed_posts set prompt_on_request = false where id = $1', post)
  expect(await wordsFor(reader, post)).toBeNull()
  await as(author, 'update public.feed_posts set prompt_on_request = true where id = $1', post)
  expect(await wordsFor(reader, post)).toBe(theWords)
  await as(author, 'update public.feed_posts set prompt_visible = true where id = $1', post)
  await as(author, 'update public.feed_posts set prompt_visible = false where id = $1', post)
  expect(await wordsFor(reader, post)).toBeNull()

  await as(author, `update public.feed_posts set visibility = 'private' where id = $1`, post)
  await answer(author, post, later, true)
  expect(await toldOf(later)).toEqual([])
})

test('a refusal gives no notice: the open page of whoever asked learns it, and asking again changes nothing of it', async () => {
  const [author, reader] = [await person(), await person()]
  const post = await onRequest(author)
  await ask(reader, post)
  await answer(author, post, reader, false)
  await ask(reader, post)
  expect(await toldOf(reader)).toEqual([])
  expect(
    await royalties.billing.ledger.asOwner(
      `select private, payload ->> 'post_id' as post_id from realtime.messages where topic = 'user:' || $1::uuid and event = 'prompt_answered'`,
      [reader],
    ),
  ).toEqual([{ private: true, post_id: post }])
  expect(await toldOf(author)).toEqual(['prompt_asked'])
  expect(await wordsFor(reader, post)).toBeNull()
})

test('there is nothing to ask for where words are shown, kept, one’s own, or of somebody who blocks', async () => {
  const [author, reader, blocked] = [await person(), await person(), await person()]
  const post = await onRequest(author)
  const none = 'PT404 prompt_not_on_request'
  expect(await refusalOf(ask(author, post))).toBe(none)
  await ask(blocked, post)
  await answer(author, post, blocked, true)
  await as(author, 'insert into public.blocks (blocker_id, blocked_id) values ($1, $2)', author, blocked)
  expect(await refusalOf(ask(blocked, post))).toBe(none)
  expect(await wordsFor(blocked, post)).toBeNull()
  expect(await requests(author, post)).toEqual([])

  await as(author, 'update public.feed_posts set prompt_visible = true where id = $1', post)
  expect(await refusalOf(ask(reader, post))).toBe(none)
  // Hidden again it is not on request by itself.
  await as(author, 'update public.feed_posts set prompt_visible = false where id = $1', post)
  expect(await refusalOf(ask(reader, post))).toBe(none)
})

test('only the author answers, and only whoever has asked', async () => {
  const [author, reader, other] = [await person(), await person(), await person()]
  const post = await onRequest(author)
  await ask(reader, post)
  const unknown = 'PT404 prompt_request_unknown'
  expect(await refusalOf(answer(reader, post, reader, true))).toBe(unknown)
  expect(await refusalOf(answer(author, post, other, true))).toBe(unknown)
  const own = 'update public.prompt_requests set is_shown = true, answered_at = now() where user_id = $1'
  expect(await refusalOf(as(reader, own, reader))).toMatch(/^42501/u)
  expect(await wordsFor(reader, post)).toBeNull()
})

test('twenty a day, and a suspended person asks for nothing', async () => {
  const [author, reader, suspended] = [await person(), await person(), await person()]
  const posts = []
  for (let asked = 0; asked < 24; asked += 1) posts.push(await onRequest(author))
  const last = await onRequest(author)
  const outcomes = await Promise.all(posts.map((post) => refusalOf(ask(reader, post))))
  expect(outcomes.filter((outcome) => outcome === 'done')).toHaveLength(20)
  expect(new Set(outcomes)).toEqual(new Set(['done', 'PT429 too_many_prompt_requests']))
  await royalties.billing.ledger.asOwner(`update public.profiles set status = 'suspended' where id = $1`, [suspended])
  expect(await refusalOf(ask(suspended, last))).toBe('PT403 account_suspended')
  await royalties.billing.ledger.asOwner(`update public.profiles set status = 'suspended' where id = $1`, [author])
  expect(await refusalOf(answer(author, last, reader, true))).toBe('PT403 account_suspended')
})
