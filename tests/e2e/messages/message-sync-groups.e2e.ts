/** Groups between devices, without a screen: who may read what was before them, and whose device lets somebody in. */
import type { Page } from 'playwright-core'
import { expect, test } from 'vitest'

import { join } from '../../support/people.ts'
import { startedProduct } from '../support/product.ts'
import { serviceOf } from '../support/published-posts.ts'
import { openDevice, run, type Device } from './message-sync-browser.ts'

const product = startedProduct()

interface Talker extends Device {
  id: string
}

async function arrive(hasKeys = true): Promise<Talker> {
  const session = await join(product.system)
  const device = await openDevice(product.browser, product.system.url, session)
  if (hasKeys) await run(device.page, (messages) => messages.setUp())
  return { ...device, id: session.user.id }
}

const lines = (page: Page, group: string) => run(page, (messages, id) => messages.lines(id), group)
const open = (page: Page, group: string) => run(page, (messages, id) => messages.open(id), group)
const say = (page: Page, group: string, text: string) =>
  run(page, (messages, [id, words]) => void messages.sendText(id, words), [group, text] as const)

test('whoever is added with the history reads it; whoever has keys only later is let in by whichever member writes', async () => {
  const [awa, kofi, nima, late] = await Promise.all([arrive(), arrive(), arrive(), arrive(false)])
  const all = [awa.id, kofi.id, nima.id, late.id]
  // People who follow one another are members at once.
  const follows = all.flatMap((one) => all.filter((other) => other !== one).map((other) => [one, other] as const))
  const { error } = await serviceOf(product.system)
    .from('follows')
    .insert(follows.map(([follower_id, followee_id]) => ({ follower_id, followee_id })))
  expect(error).toBeNull()
  const group = await run(awa.page, (messages, others) => messages.startGroup(others, 'Le marché'), [kofi.id])
  await Promise.all([open(awa.page, group), open(kofi.page, group)])
  await say(awa.page, group, 'avant')
  await expect.poll(() => lines(kofi.page, group)).toEqual(['named', 'avant'])

  await run(awa.page, (messages, [id, person]) => messages.addMember(id, person, { withHistory: true }), [
    group,
    nima.id,
  ] as const)
  await open(nima.page, group)
  await expect.poll(() => lines(nima.page, group)).toEqual(['named', 'avant', 'added'])
  await say(nima.page, group, 'merci')
  await expect.poll(() => lines(kofi.page, group)).toEqual(['named', 'avant', 'added', 'merci'])

  await run(awa.page, (messages, [id, person]) => messages.addMember(id, person), [group, late.id] as const)
  await expect.poll(() => lines(kofi.page, group)).toEqual(['named', 'avant', 'added', 'merci', 'added'])
  await expect.poll(() => run(awa.page, (messages) => messages.waiting())).toEqual([])
  // From here on the one who added them is away.
  await awa.context.setOffline(true)
  await run(late.page, (messages) => messages.setUp())
  await open(late.page, group)
  await say(kofi.page, group, 'bienvenue')
  await expect.poll(async () => (await lines(late.page, group)).at(-1)).toBe('bienvenue')
  expect(await run(kofi.page, (messages, id) => messages.hold(id), group)).toBeNull()
  // What was written before them was not given to them.
  expect(await lines(late.page, group)).not.toContain('merci')
})
