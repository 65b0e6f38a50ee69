/** Who is in a photograph that an order begins with (decision 0073): said by its client, kept of the file, read by the other. */
import { createHash, randomUUID } from 'node:crypto'

import sharp from 'sharp'
import { afterAll, beforeAll, expect, test } from 'vitest'

import { startSystem, type RunningSystem } from '../../../tests/support/start-system.ts'
import type { Commission } from '../../functions/_shared/contract/src/index.ts'
import { person, type Person } from '../billing/payment-callers.ts'
import { answer, offerService, uploadTo } from './order-callers.ts'

let system: RunningSystem
let client: Person
let creator: Person
let service: string
beforeAll(async () => {
  system = await startSystem()
  ;[client, creator] = [await person(system), await person(system)]
  service = await offerService(system, creator)
})
afterAll(() => system[Symbol.asyncDispose]())

async function request(): Promise<string> {
  const wish = { brief: 'Un portrait de ma grand-mère devant la mer.' }
  return (await answer<Commission>(client, 'request_commission', { id: randomUUID(), service, wish })).id
}

const photo = (background: string) =>
  sharp({ create: { width: 80, height: 60, channels: 3, background } })
    .png()
    .toBuffer()

test('it is asked before anything is stored, once for each file, and the maker reads that somebody agrees', async () => {
  const order = await request()
  const file = await photo('#8a5a3c')
  const send = (to: string, shows?: string) =>
    uploadTo(system, client, { order: to, file, kind: 'reference', ...(shows !== undefined && { shows }) })
  expect(await send(order)).toMatchObject({ status: 422, body: { code: 'likeness_unsaid' } })
  expect(await send(order, 'child')).toMatchObject({ status: 400, body: { code: 'bad_request' } })
  const said = () => client.client.from('likeness_consents').select('sha256,shows')
  expect((await said()).data).toEqual([])
  expect((await answer<Commission>(client, 'read_commission', { commission: order })).files).toEqual([])

  expect(await send(order, 'me')).toMatchObject({ status: 201, body: { kind: 'reference', shows: 'me' } })
  const sha256 = createHash('sha256').update(file).digest('hex')
  expect((await said()).data).toEqual([{ sha256, shows: 'me' }])
  const seenBy = async (who: Person) =>
    (await answer<Commission>(who, 'read_commission', { commission: order })).files.map(({ shows }) => shows)
  // Whoever makes it reads that the person agrees, not who that is.
  expect([await seenBy(client), await seenBy(creator)]).toEqual([['me'], ['agreed']])

  // Of the same file in another order nobody is asked again, until it is taken back.
  expect(await send(await request())).toMatchObject({ status: 201, body: { shows: 'me' } })
  await client.client.from('likeness_consents').delete().eq('sha256', sha256).throwOnError()
  expect([await seenBy(client), await seenBy(creator)]).toEqual([[null], [null]])
  expect(await send(await request())).toMatchObject({ status: 422, body: { code: 'likeness_unsaid' } })
})

test('sent again with another answer, a reference is the same file, and what is said last counts', async () => {
  const file = await photo('#5a8a3c')
  const order = await request()
  const send = (shows?: string) =>
    uploadTo(system, client, { order, file, kind: 'reference', ...(shows !== undefined && { shows }) })
  const first = await send('nobody')
  expect(first).toMatchObject({ status: 201, body: { shows: 'nobody' } })
  const again = await send('me')
  expect(again).toMatchObject({ status: 201, body: { id: first.body.id, shows: 'me' } })
  expect(await send()).toMatchObject({ status: 201, body: { shows: 'me' } })
})

test('what somebody else said of the same file does not count for one’s own', async () => {
  const file = await photo('#3c5a8a')
  const order = await request()
  const asked = { order, file, kind: 'reference', shows: 'nobody' }
  expect(await uploadTo(system, client, asked)).toMatchObject({ status: 201 })
  const another = await person(system)
  const wish = { brief: 'Un portrait de mon grand-père devant la mer.' }
  const id = randomUUID()
  await answer(another, 'request_commission', { id, service, wish })
  const unsaid = await uploadTo(system, another, { order: id, file, kind: 'reference' })
  expect(unsaid).toMatchObject({ status: 422, body: { code: 'likeness_unsaid' } })
})
