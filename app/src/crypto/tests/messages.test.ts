import { expect, test } from 'vitest'

import { randomBytes, toBase64 } from '../bytes.ts'
import { createLocalVault } from '../local-vault.ts'
import { memoryStore } from './memory-store.ts'
import { conversationId, direct, introduce, opens, pair, person, rowsOf, say, wrapIn } from './talking-vaults.ts'
import { alice, bob, carol } from './vectors/vectors.ts'

test('E-06 two tabs that seal at once never take the same place, and what each names came before it', async () => {
  const store = memoryStore()
  const [a, b] = await Promise.all([person(alice, store), person(bob)])
  await introduce(a, b)
  const { epochId, ...epoch } = await a.vault.makeEpoch({ conversationId, members: rowsOf(a, b), added: [bob] })
  await opens({ epochId, ...epoch }, a)
  await opens({ epochId, ...epoch }, b)
  const tabs = [a.vault, createLocalVault(alice, { store })]
  const rows = []
  for (let round = 0; round < 4; round += 1) {
    const texts = Array.from({ length: 12 }, (_, place) => say(tabs[place % 3 === 0 ? 1 : 0]!, epochId, `${place}`))
    rows.push(...(await Promise.all(texts)))
  }
  const opened = await b.vault.open(rows.toSorted((one, other) => one.metadata.e2ee.n - other.metadata.e2ee.n))
  expect(opened.map(({ place }) => place?.n)).toEqual(Array.from({ length: 48 }, (_, n) => n))
  expect(opened.map(({ body }) => body?.prev)).toEqual([
    undefined,
    ...opened.slice(0, -1).map((one) => one.place?.link),
  ])
})

test('one message is shown to a moderator, who reads it, sees who signed it, and opens no other with it', async () => {
  const { a, b, epochId } = await pair()
  const [shown, other] = [await say(a.vault, epochId, 'Des menaces'), await say(a.vault, epochId, 'Autre chose')]
  const disclosed = (await b.vault.disclose(shown))!
  expect(disclosed).toMatchObject({ v: 1, text: 'Des menaces', row: { id: shown.id, sender_id: alice } })
  // Without keys of their own.
  const moderator = createLocalVault(carol, { store: memoryStore() })
  const [hers, his] = [a.keyRow.identity_key!, b.keyRow.identity_key!]
  expect((await moderator.openDisclosed(disclosed, [his, hers]))?.body.text).toBe('Des menaces')
  expect(await moderator.openDisclosed(disclosed, [his])).toBeNull()
  const { encrypted_content: content, iv, id } = other
  expect(await moderator.openDisclosed({ ...disclosed, row: { ...other } }, [hers])).toBeNull()
  const swapped = { ...disclosed, row: { ...disclosed.row, encrypted_content: content, iv } }
  expect(await moderator.openDisclosed(swapped, [hers])).toBeNull()
  expect(await moderator.openDisclosed({ ...disclosed, row: { ...disclosed.row, id } }, [hers])).toBeNull()
  expect(await moderator.openDisclosed({ ...disclosed, row: { ...disclosed.row, sender_id: bob } }, [hers])).toBeNull()
  expect(await moderator.openDisclosed({ ...disclosed, commit: toBase64(randomBytes(32)) }, [hers])).toBeNull()
  expect(await b.vault.disclose({ ...shown, encrypted_content: content })).toBeNull()
})

test('a lost device opens nothing that is sealed once its account has renewed its key, nor what is passed on to it', async () => {
  const { a, b, epoch: first, epochId } = await pair()
  const lost = createLocalVault(alice, { store: memoryStore() })
  const held = { backup: a.backup, secret: { code: a.recoveryCode } }
  await lost.unlock(held.backup, held.secret)
  for (const { keyRow } of [a, b]) await lost.checkKey(keyRow)
  // What came before it has.
  expect(await lost.openEpoch(first, wrapIn(first, a), direct)).toMatchObject({ ok: true })
  const renewed = await a.vault.rotate(held)
  await b.vault.checkKey(renewed.keyRow)
  const members = [renewed.keyRow, b.keyRow]
  const epoch = await b.vault.makeEpoch({ conversationId, members, previous: epochId })
  for (const one of [a, b]) expect(await opens(epoch, one)).toMatchObject({ ok: true })
  const row = await say(b.vault, epoch.epochId, 'Après la perte')
  // All that the server has, in the hands of whoever found the device.
  for (const wrap of epoch.wraps) expect(await lost.openEpoch(epoch, wrap, direct)).toMatchObject({ ok: false })
  expect((await lost.open([row]))[0]?.code).toBe('no_wrap')
  expect((await a.vault.open([row]))[0]?.body?.text).toBe('Après la perte')
  const [shared] = await b.vault.shareEpochs([epoch.epochId], renewed.keyRow)
  expect(await lost.openEpoch(epoch, shared!, direct)).toEqual({ ok: false, code: 'no_wrap' })
})
