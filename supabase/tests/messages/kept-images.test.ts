/** Pictures of messages that one keeps (M29): a copy that its keeper alone sees, from whom the server says, never published. */
import { afterAll, beforeAll, expect, test } from 'vitest'

import { openMessaging, type Messaging } from './message-people.ts'

let people: Messaging
let [awa, kossi, ama, talk] = ['', '', '', '']
beforeAll(async () => {
  people = await openMessaging()
  ;[awa, kossi, ama] = [await people.person('awa-k'), await people.person('kossi-k'), await people.person('ama-k')]
  talk = await people.direct(awa, kossi)
  await people.call(kossi, 'answer_request', { conversation: talk, answer: 'accept' })
})
afterAll(() => people[Symbol.asyncDispose]())

const picture = (message: string, place = 0) => ({ message, place, width: 64, height: 48, thumbhash: null })
const send = async (fields: object = { message_type: 'image' }) => (await people.send(awa, talk, fields)).id
const hintOf = async (person: string, message: string) => {
  const refusal = await people.refusal(person, 'keep_image', picture(message))
  return refusal && [refusal.status, refusal.hint]
}
interface Kept {
  id: string
  path: string
  from_id: string | null
  from_name: string | null
}
const list = (person: string) => people.call<Kept[]>(person, 'my_kept_images')
const stored = (path = '') =>
  people.run(`insert into storage.objects (bucket_id, name) values ('kept-images', $1)`, [path])

test('what came is kept once, with who sent it, and is in the list once its bytes are there', async () => {
  const id = await send()
  const [first] = await people.call<Kept[]>(kossi, 'keep_image', picture(id))
  const [again] = await people.call<Kept[]>(kossi, 'keep_image', picture(id))
  expect(again).toEqual(first)
  expect(first?.path).toBe(`${kossi}/${id}-0`)
  expect(await list(kossi)).toEqual([])
  await stored(first?.path)
  expect(await list(kossi)).toMatchObject([{ id: first?.id, from_id: awa }])
  expect(await list(awa)).toEqual([])
})

test('one’s own, another’s conversation, words, and what vanishes or is gone are not kept', async () => {
  const id = await send()
  expect(await hintOf(awa, id)).toEqual([404, 'not_found'])
  expect(await hintOf(ama, id)).toEqual([404, 'not_found'])
  expect(await hintOf(kossi, await send({ message_type: 'text' }))).toEqual([404, 'not_found'])
  const vanishing = await send()
  await people.run(`update public.encrypted_messages set expires_at = now() + interval '1 hour' where id = $1`, [
    vanishing,
  ])
  expect(await hintOf(kossi, vanishing)).toEqual([404, 'not_found'])
})

test('five hundred are kept, and no more', async () => {
  await people.run(
    `insert into public.kept_images (user_id, message_id, place, path, width, height)
     select $1, gen_random_uuid(), 0, 'full/' || n, 1, 1 from generate_series(1, 500) as n`,
    [kossi],
  )
  expect(await hintOf(kossi, await send())).toEqual([409, 'too_many'])
  await people.run(`delete from public.kept_images where path like 'full/%'`)
})

test('a kept picture is no creation: it cannot be published', async () => {
  const id = await send()
  const [kept] = await people.call<Kept[]>(kossi, 'keep_image', picture(id))
  await stored(kept?.path)
  const { error } = await (await people.client(kossi)).from('feed_posts').insert({
    creator_id: kossi,
    prompt: 'Tissu',
    image_url: `http://localhost/storage/v1/object/public/kept-images/${kept?.path}`,
  })
  expect(error?.hint).toBe('image_not_own')
})

test('it outlives its message; its sender’s name goes with their account', async () => {
  const id = await send()
  const [kept] = await people.call<Kept[]>(kossi, 'keep_image', picture(id))
  await stored(kept?.path)
  await people.run('delete from public.encrypted_messages where id = $1', [id])
  await people.run('delete from auth.users where id = $1', [awa])
  expect((await list(kossi)).find(({ path }) => path === kept?.path)).toMatchObject({ from_id: null, from_name: null })
})
