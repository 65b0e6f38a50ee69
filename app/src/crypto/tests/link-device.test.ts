/** Two devices of one account, and a server between them that carries everything and may change it. */
import { expect, test } from 'vitest'

import { fromBase64, toBase64 } from '../bytes.ts'
import { createLocalVault } from '../local-vault.ts'
import type { Backup } from '../rows.ts'
import type { Vault } from '../vault.ts'
import { memoryStore } from './memory-store.ts'
import { alice, bob } from './vectors/vectors.ts'

const codeOf = (work: Promise<unknown>) =>
  work.then(
    () => 'done',
    (error: { code?: string }) => error.code,
  )

async function devices() {
  const giver = createLocalVault(alice, { store: memoryStore() })
  const { backup, recoveryCode, keyRow } = await giver.create()
  await giver.confirmBackup()
  const taker = createLocalVault(alice, { store: memoryStore() })
  return { giver, taker, backup, keyRow, held: { backup, secret: { code: recoveryCode } } }
}

async function meet(giver: Vault, taker: Vault) {
  const there = await giver.meetLink(await taker.answerLink(await giver.offerLink()))
  const here = await taker.meetLink(there.reply ?? '')
  return { there: there.numbers, here: here.numbers }
}

const spoilt = (text: string, place: number) => {
  const bytes = fromBase64(text)
  bytes[place < 0 ? bytes.length + place : place]! ^= 1
  return toBase64(bytes)
}

test('a device that scans gets the keys, after both sides have seen the same four numbers', async () => {
  const { giver, taker, backup, held, keyRow } = await devices()
  const { there, here } = await meet(giver, taker)
  expect(here).toEqual(there)
  expect(here).toHaveLength(4)
  expect(here.every((number) => Number.isInteger(number) && number >= 0 && number < 256)).toBe(true)
  await taker.takeLink(backup, await giver.giveLink(held))
  expect(await taker.state(keyRow)).toBe('ready')
  expect(await taker.ownKey()).toEqual(await giver.ownKey())
  // It was good for this once.
  expect(await codeOf(giver.giveLink(held))).toBe('bad_link')
})

test('whoever has not seen the code gets nothing, and whoever changes anything on the way is noticed', async () => {
  const { giver, taker, backup, held } = await devices()
  expect(await codeOf(giver.giveLink(held))).toBe('bad_link')
  const code = await giver.offerLink()
  expect(await codeOf(taker.answerLink(code.slice(0, -1)))).toBe('bad_link')
  expect(await codeOf(taker.answerLink('https://example.com'))).toBe('bad_link')
  // The server does not know the nonce: an answer to a code that it made up, or for another account, is none.
  const stranger = createLocalVault(alice, { store: memoryStore() })
  expect(await codeOf(giver.meetLink(await taker.answerLink(await stranger.offerLink())))).toBe('bad_link')
  const other = createLocalVault(bob, { store: memoryStore() })
  expect(await codeOf(giver.meetLink(await other.answerLink(code)))).toBe('bad_link')
  const answer = await taker.answerLink(code)
  for (const place of [0, 40, 66, -1]) expect(await codeOf(giver.meetLink(spoilt(answer, place)))).toBe('bad_link')
  const { reply, numbers } = await giver.meetLink(answer)
  // Nobody takes the place of the one whose words are compared.
  expect(await codeOf(giver.meetLink(answer))).toBe('bad_link')
  const sealed = await giver.giveLink(held)
  expect(await codeOf(taker.takeLink(backup, sealed))).toBe('bad_link')
  expect(await codeOf(taker.meetLink(spoilt(reply ?? '', 0)))).toBe('bad_link')
  expect((await taker.meetLink(reply ?? '')).numbers).toEqual(numbers)
  for (const place of [0, 20, -1]) expect(await codeOf(taker.takeLink(backup, spoilt(sealed, place)))).toBe('bad_link')
  const older: Backup = { ...backup, seq: backup.seq + 1 }
  expect(await codeOf(taker.takeLink(older, sealed))).toBe('bad_bundle')
  await taker.takeLink(backup, sealed)
})

test('between two who see different people, the words differ', async () => {
  const { giver, taker } = await devices()
  const middle = createLocalVault(alice, { store: memoryStore() })
  const code = await giver.offerLink()
  const { numbers } = await giver.meetLink(await middle.answerLink(code))
  const shown = await middle.offerLink()
  const answer = await taker.answerLink(shown)
  const { reply } = await middle.meetLink(answer)
  expect((await taker.meetLink(reply ?? '')).numbers).not.toEqual(numbers)
})
