import { expect, test } from 'vitest'

import type { SealedRow, Vault } from '#crypto/index.ts'
import { conversationId, pair, say } from '#crypto/tests/talking-vaults.ts'
import { bob } from '#crypto/tests/vectors/vectors.ts'
import type { MessageRow } from '#entities/conversation/message-row.ts'

import type { Opened } from '../message.ts'
import { gapsOf } from './thread-gaps.ts'
import { emptyThread, reduceThread } from './thread-machine.ts'

/** What Bob makes of rows that Alice has sealed, in the order in which the server has them. */
async function gapsSeenBy(vault: Vault, sealed: readonly SealedRow[], change: Partial<MessageRow>[] = []) {
  const rows = sealed.map((row, place): MessageRow => {
    const facts = { created_at: `2026-11-22T07:00:0${place}+00:00`, is_read: false, expires_at: null }
    return { ...(row as unknown as MessageRow), ...facts, ...change[place] }
  })
  const opened = (await vault.open(rows)).flatMap(({ id, body, place }): [string, Opened][] =>
    body ? [[id, { kind: 'open', body, link: place.link }]] : [],
  )
  const state = reduceThread(emptyThread(bob), { type: 'rows', rows })
  return gapsOf(reduceThread(state, { type: 'opened', messages: opened }))
}

test('a message that the server keeps back is missed before the one that names it, wherever it was', async () => {
  const { a, b, epochId } = await pair()
  const [first, second, third] = [
    await say(a.vault, epochId, 'un'),
    await say(a.vault, epochId, 'deux'),
    await say(a.vault, epochId, 'trois'),
  ]
  expect(await gapsSeenBy(b.vault, [first, second, third])).toEqual([])
  expect(await gapsSeenBy(b.vault, [first, third])).toEqual([third.id])
  // What is older than what is loaded is not missed.
  expect(await gapsSeenBy(b.vault, [third])).toEqual([])
})

test('what its sender took back, erased or let vanish is not missed', async () => {
  const { a, b, epochId } = await pair()
  const first = await say(a.vault, epochId, 'un')
  const taken = await say(a.vault, epochId, 'repris')
  await a.vault.giveUp(epochId, taken.id)
  const second = await say(a.vault, epochId, 'deux')
  expect(second.metadata.e2ee.n - first.metadata.e2ee.n).toBe(2)
  expect(await gapsSeenBy(b.vault, [first, second])).toEqual([])
  // Sent after all, and named by nobody.
  expect(await gapsSeenBy(b.vault, [first, second, taken])).toEqual([])

  const third = await say(a.vault, epochId, 'trois')
  const fourth = await say(a.vault, epochId, 'quatre')
  const erased = { iv: 'deleted', encrypted_content: '', metadata: {} }
  expect(await gapsSeenBy(b.vault, [second, third, fourth], [{}, erased])).toEqual([])
  expect(await gapsSeenBy(b.vault, [second, fourth], [{ expires_at: '2026-11-22T08:00:00+00:00' }])).toEqual([])
  const body = { t: 'text', vanish: null, ts: 1 }
  const settled = await a.vault.seal({ conversationId, epochId, id: crypto.randomUUID(), type: 'text', body })
  expect(await gapsSeenBy(b.vault, [second, settled])).toEqual([])
})
