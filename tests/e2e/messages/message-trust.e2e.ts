/** What the server could do to people and conversations, between devices: what is written is held, and says why. */
import type { Page, Route } from 'playwright-core'
import { expect, test } from 'vitest'

import { createLocalVault } from '../../../app/src/crypto/local-vault.ts'
import { memoryStore } from '../../../app/src/crypto/tests/memory-store.ts'
import { startedProduct } from '../support/product.ts'
import { serviceOf } from '../support/published-posts.ts'
import { run, talkerOf, type Talker } from './message-sync-browser.ts'

const product = startedProduct()

const arrive = () => talkerOf(product.browser, product.system)

async function follow(...people: Talker[]): Promise<void> {
  const pairs = people.flatMap((one) => people.filter((other) => other !== one).map((other) => [one.id, other.id]))
  const rows = pairs.map(([follower_id, followee_id]) => ({ follower_id, followee_id }))
  expect((await serviceOf(product.system).from('follows').insert(rows)).error).toBeNull()
}

const lines = (page: Page, id: string) => run(page, (messages, one) => messages.lines(one), id)
const open = (page: Page, id: string) => run(page, (messages, one) => messages.open(one), id)
const hold = (page: Page, id: string) => run(page, (messages, one) => messages.hold(one), id)
const release = (page: Page, id: string) => run(page, (messages, one) => messages.releaseHold(one), id)
const say = (page: Page, id: string, text: string) =>
  run(page, (messages, [one, words]) => void messages.sendText(one, words), [id, text] as const)
const waiting = (page: Page) => run(page, (messages) => messages.waiting())
const keysOf = async (person: Talker) =>
  (await serviceOf(product.system).from('conversation_keys').select('epoch_id').eq('user_id', person.id)).data ?? []

test('E-07 whom the server puts into a conversation gets no key, and what is written waits for a decision', async () => {
  const [awa, kofi, eve] = await Promise.all([arrive(), arrive(), arrive()])
  await follow(awa, kofi)
  const group = await run(awa.page, (messages, others) => messages.startGroup(others), [kofi.id])
  const two = await run(awa.page, (messages, other) => messages.startConversation(other), kofi.id)
  for (const id of [group, two]) {
    await Promise.all([open(awa.page, id), open(kofi.page, id)])
    await say(awa.page, id, 'avant')
    await expect.poll(() => lines(kofi.page, id)).toEqual(['avant'])
  }

  const service = serviceOf(product.system)
  const parts = service.from('conversation_participants')
  expect((await parts.delete().eq('conversation_id', two).eq('user_id', kofi.id)).error).toBeNull()
  const added = [group, two].map((conversation_id) => ({ conversation_id, user_id: eve.id, state: 'accepted' }))
  expect((await parts.insert(added)).error).toBeNull()
  const settings = [group, two].map((conversation_id) => ({ conversation_id, user_id: eve.id, last_at: new Date() }))
  expect((await service.from('conversation_settings').upsert(settings)).error).toBeNull()

  await awa.page.close()
  const tab = await awa.tab()
  for (const id of [group, two]) {
    await open(tab, id)
    // Before anything is written.
    await expect.poll(() => hold(tab, id)).toEqual({ kind: 'unsigned_member', userIds: [eve.id] })
    await say(tab, id, 'entre nous')
    await expect.poll(() => hold(tab, id)).toEqual({ kind: 'unsigned_member', userIds: [eve.id] })
  }
  expect(await waiting(tab)).toMatchObject([{ failure: null }, { failure: null }])
  expect(await keysOf(eve)).toEqual([])

  // In a group somebody may decide to let them in; two people stay two.
  await Promise.all([release(tab, group), release(tab, two)])
  await expect.poll(() => lines(kofi.page, group)).toEqual(['avant', 'entre nous'])
  await expect.poll(async () => (await keysOf(eve)).length).toBe(1)
  await expect.poll(() => hold(tab, two)).toMatchObject({ kind: 'unsigned_member' })
  for (const { complaints } of [awa, kofi, eve]) expect(complaints).toEqual([])
})

test('E-08 whose key the server swaps is written to by nobody before somebody has looked', async () => {
  const [awa, kofi] = await Promise.all([arrive(), arrive()])
  await follow(awa, kofi)
  const id = await run(awa.page, (messages, other) => messages.startConversation(other), kofi.id)
  await Promise.all([open(awa.page, id), open(kofi.page, id)])
  await say(awa.page, id, 'avant')
  await expect.poll(() => lines(kofi.page, id)).toEqual(['avant'])
  // Heard over her channel: so is what comes now.
  await say(kofi.page, id, 'oui')
  await expect.poll(() => lines(awa.page, id)).toEqual(['avant', 'oui'])

  const service = serviceOf(product.system)
  const { data: row } = await service.from('user_public_keys').select('*').eq('user_id', kofi.id).single()
  const forger = createLocalVault(kofi.id, { store: memoryStore() })
  const { keyRow } = await forger.reset(row as never)
  // The network drops in that moment: she looks again.
  const drop = (route: Route) => route.abort()
  await awa.context.route(/\/rest\/v1\/user_public_keys/u, drop, { times: 1 })
  expect((await service.from('user_public_keys').upsert(keyRow)).error).toBeNull()
  await expect.poll(() => hold(awa.page, id)).toEqual({ kind: 'key_changed', userIds: [kofi.id] })
  await say(awa.page, id, 'à toi seul')
  await expect.poll(() => hold(awa.page, id)).toEqual({ kind: 'key_changed', userIds: [kofi.id] })
  expect(await waiting(awa.page)).toMatchObject([{ failure: null }])
  const { data: rows } = await service.from('encrypted_messages').select('id').eq('conversation_id', id)
  expect(rows).toHaveLength(2)
})

test('a device that is unlocked anew reads what came meanwhile, and writes, without being loaded again', async () => {
  const [awa, kofi] = await Promise.all([arrive(), arrive()])
  await follow(awa, kofi)
  const id = await run(awa.page, (messages, other) => messages.startConversation(other), kofi.id)
  await Promise.all([open(awa.page, id), open(kofi.page, id)])
  await say(awa.page, id, 'avant')
  await expect.poll(() => lines(kofi.page, id)).toEqual(['avant'])
  const old = await kofi.another()
  await run(old.page, (messages, code) => messages.unlock(code), kofi.code)
  await open(old.page, id)
  await expect.poll(() => lines(old.page, id)).toEqual(['avant'])
  // Another device was lost: the keys are renewed on this one.
  await run(kofi.page, (messages, code) => messages.renew(code), kofi.code)
  await say(awa.page, id, 'après')
  await expect.poll(() => lines(kofi.page, id)).toEqual(['avant', 'après'])
  await expect.poll(() => lines(old.page, id)).toEqual(['avant', 'failed'])
  await say(old.page, id, 'me revoilà')
  await expect.poll(() => hold(old.page, id)).toEqual({ kind: 'locked', userIds: [] })
  await run(old.page, (messages, code) => messages.unlock(code), kofi.code)
  await expect.poll(() => lines(old.page, id)).toEqual(['avant', 'après', 'me revoilà'])
  await expect.poll(() => lines(awa.page, id)).toEqual(['avant', 'après', 'me revoilà'])
  expect(old.complaints).toEqual([])
})

test('a renewal that broke off before it was published holds up nobody, and ends where the backup is opened', async () => {
  const [awa, kofi] = await Promise.all([arrive(), arrive()])
  await follow(awa, kofi)
  const id = await run(awa.page, (messages, other) => messages.startConversation(other), kofi.id)
  await Promise.all([open(awa.page, id), open(kofi.page, id)])
  await say(awa.page, id, 'avant')
  await expect.poll(() => lines(kofi.page, id)).toEqual(['avant'])
  const generation = async () =>
    (await serviceOf(product.system).from('user_public_keys').select('generation').eq('user_id', kofi.id).single()).data
  const publishing = '**/rest/v1/user_public_keys*'
  await kofi.context.route(publishing, (route) =>
    route.request().method() === 'POST' ? route.abort() : route.fallback(),
  )
  await expect(run(kofi.page, (messages, code) => messages.renew(code), kofi.code)).rejects.toThrow('fetch')
  await kofi.context.unroute(publishing)
  expect(await generation()).toEqual({ generation: 1 })
  await say(kofi.page, id, 'toujours là')
  await expect.poll(() => lines(awa.page, id)).toEqual(['avant', 'toujours là'])

  const next = await kofi.another()
  await run(next.page, (messages, code) => messages.unlock(code), kofi.code)
  await expect.poll(generation).toEqual({ generation: 2 })
  await open(next.page, id)
  await say(next.page, id, 'renouvelé')
  for (const { page } of [awa, kofi]) await expect.poll(async () => (await lines(page, id)).at(-1)).toBe('renouvelé')
})

test('a group whose founder has deleted their account is read and written in by who comes later', async () => {
  const [founder, kofi, nima] = await Promise.all([arrive(), arrive(), arrive()])
  await follow(founder, kofi, nima)
  const group = await run(founder.page, (messages, others) => messages.startGroup(others), [kofi.id])
  await Promise.all([open(founder.page, group), open(kofi.page, group)])
  await say(founder.page, group, 'fondé')
  await expect.poll(() => lines(kofi.page, group)).toEqual(['fondé'])
  await founder.context.close()
  expect((await serviceOf(product.system).auth.admin.deleteUser(founder.id)).error).toBeNull()

  await run(kofi.page, (messages, [id, person]) => messages.addMember(id, person), [group, nima.id] as const)
  await say(kofi.page, group, 'bienvenue')
  await open(nima.page, group)
  await expect.poll(async () => (await lines(nima.page, group)).at(-1)).toBe('bienvenue')
  await say(nima.page, group, 'merci')
  await expect.poll(async () => (await lines(kofi.page, group)).at(-1)).toBe('merci')

  // On a new device of who was there from the start as well.
  const next = await kofi.another()
  await run(next.page, (messages, code) => messages.unlock(code), kofi.code)
  await open(next.page, group)
  await expect.poll(async () => (await lines(next.page, group)).slice(-2)).toEqual(['bienvenue', 'merci'])
})
