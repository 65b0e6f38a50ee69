import { describe, expect, test } from 'vitest'

import { headOf, readKeyRow } from '../account/key-statement.ts'
import { fromBase64, randomBytes, toBase64 } from '../bytes.ts'
import { createLocalVault } from '../local-vault.ts'
import { padme } from '../messages/files.ts'
import type { MessageRow, WrapRow } from '../rows.ts'
import { openPushed } from '../worker/open-pushed.ts'
import { memoryStore } from './memory-store.ts'
import {
  conversationId,
  codeOf,
  direct,
  group,
  introduce,
  opens,
  pair,
  person,
  rowsOf,
  say,
  wrapIn,
} from './talking-vaults.ts'
import { alice, bob, carol, userOf } from './vectors/vectors.ts'

describe('an account’s keys', () => {
  test('come to a new device by the code, which is changed, and by slots that are added and removed', async () => {
    const { keyRow, backup, recoveryCode } = await person(alice)
    const there = createLocalVault(alice, { store: memoryStore() })
    expect(await there.state(keyRow)).toBe('needs_unlock')
    await there.unlock(backup, { code: recoveryCode })
    expect(await there.state(keyRow)).toBe('ready')
    const prf = randomBytes(32)
    const two = await there.addSlot({ backup, secret: { code: recoveryCode } }, { prf })
    expect(two.slots.map(({ t }) => t)).toEqual(['code', 'prf'])
    const changed = await there.changeCode({ backup: two, secret: { prf } })
    expect(await codeOf(there.unlock(changed.backup, { code: recoveryCode }))).toBe('wrong_secret')
    expect(await codeOf(there.unlock(changed.backup, { code: changed.recoveryCode }))).toBe('done')
    const held = { backup: changed.backup, secret: { prf } }
    expect(await codeOf(there.removeSlot(held, 0))).toBe('last_slot')
    expect((await there.removeSlot(held, 1)).slots.map(({ t }) => t)).toEqual(['code'])
  })

  test('lie on the device so that nobody can take them out', async () => {
    const store = memoryStore()
    await person(alice, store)
    const account = await store.read('account', 'self')
    const keys = [account?.identityKey, account?.syncKey, ...(account?.keys ?? []).map(({ key }) => key)]
    expect(keys.map((key) => key?.extractable)).toEqual([false, false, false])
  })

  test('never come from a backup older than one this device has seen', async () => {
    const { vault, backup, recoveryCode } = await person(alice)
    const secret = { code: recoveryCode }
    const rotated = await vault.rotate({ backup, secret })
    await vault.unlock(rotated.backup, secret)
    expect(await codeOf(vault.unlock(backup, secret))).toBe('bundle_rollback')
    await vault.forget({ keepKeys: false })
    expect(await codeOf(vault.unlock(backup, secret))).toBe('bundle_rollback')
  })

  test('are renewed in a chain that contacts follow without a word; the old ones still open', async () => {
    const { a, b, epochId } = await pair()
    const row = await say(b.vault, epochId, 'Avant')
    const next = await a.vault.rotate({ backup: a.backup, secret: { code: a.recoveryCode } })
    expect(next.keyRow.generation).toBe(2)
    expect(await b.vault.checkKey(next.keyRow)).toEqual({ kind: 'same' })
    expect(await b.vault.checkKey(a.keyRow)).toEqual({ kind: 'refused', code: 'key_rollback' })
    expect((await a.vault.open([row]))[0]?.body?.text).toBe('Avant')
    const epoch = await b.vault.makeEpoch({ conversationId, members: [next.keyRow, b.keyRow], previous: epochId })
    expect(await opens(epoch, a)).toMatchObject({ ok: true })
    const stale = createLocalVault(alice, { store: memoryStore() })
    await stale.unlock(a.backup, { code: a.recoveryCode })
    expect(await stale.state(next.keyRow)).toBe('needs_unlock')
    expect(await codeOf(b.vault.makeEpoch({ conversationId, members: rowsOf(a, b), previous: epochId }))).toBe(
      'key_rollback',
    )
  })

  test('are taken back from a former backup, whatever was saved and published over it; contacts follow without a word', async () => {
    const { a, b, epochId } = await pair()
    const row = await say(b.vault, epochId, 'Avant')
    const thief = createLocalVault(alice, { store: memoryStore() })
    const { keyRow: theirs } = await thief.reset(a.keyRow, a.backup.seq)
    const hash = toBase64(await headOf(await readKeyRow(theirs)))
    const head = { signature: theirs.signature ?? null, generation: 2, hash }
    const there = createLocalVault(alice, { store: memoryStore() })
    const secret = { code: a.recoveryCode }
    const wrong = there.restore({ backup: a.backup, secret: { prf: randomBytes(32) } }, { seq: 3, head })
    expect(await codeOf(wrong)).toBe('no_slot')
    const { keyRow, backup } = await there.restore({ backup: a.backup, secret }, { seq: 3, head })
    expect([keyRow.generation, keyRow.prev_hash, keyRow.identity_key]).toEqual([3, hash, a.keyRow.identity_key])
    expect(await there.state(theirs)).toBe('needs_unlock')
    await there.unlock(backup, secret)
    expect(await there.state(keyRow)).toBe('ready')
    expect(await b.vault.checkKey(keyRow)).toEqual({ kind: 'same' })
    await there.checkKey(b.keyRow)
    expect(
      await opens(await b.vault.makeEpoch({ conversationId, members: [keyRow, b.keyRow], previous: epochId }), b),
    ).toMatchObject({ ok: true })
    // The device that had the keys all along has seen the backup that is replaced, and what was sealed stays open.
    expect(await a.vault.state(keyRow)).toBe('needs_unlock')
    await a.vault.unlock(backup, secret)
    expect((await a.vault.open([row]))[0]?.body?.text).toBe('Avant')
    // Where its key is published still, nothing is to be published.
    const same = await there.restore(
      { backup, secret },
      { seq: 1, head: { signature: keyRow.signature ?? null, generation: 3, hash } },
    )
    expect(same.keyRow).toEqual(keyRow)
    expect(same.backup.seq).toBe(backup.seq + 1)
  })

  test('under a new identity that the old one signs: a note, no hold, and what was sealed before stays readable', async () => {
    const { a, b, epochId } = await pair()
    const row = await say(a.vault, epochId, 'Avant')
    await b.vault.markVerified(alice, true)
    const next = await a.vault.replaceIdentity({ backup: a.backup, secret: { code: a.recoveryCode } })
    expect(await b.vault.checkKey(next.keyRow)).toEqual({ kind: 'succession' })
    expect((await b.vault.pins()).find(({ userId }) => userId === alice)?.state).toBe('pinned')
    expect((await b.vault.open([row]))[0]?.body?.text).toBe('Avant')
    expect((await a.vault.open([row]))[0]?.body?.text).toBe('Avant')
    const forged = { ...next.keyRow, succession: toBase64(randomBytes(64)) }
    const c = await person(carol)
    await c.vault.checkKey(a.keyRow)
    expect(await c.vault.checkKey(forged)).toEqual({ kind: 'changed' })
  })

  test('after total loss: contacts hold, look, accept; whoever was compared must be compared again', async () => {
    const { a, b, epoch: first, epochId } = await pair()
    await b.vault.markVerified(alice, true)
    const before = await b.vault.safetyNumber(alice)
    const lost = createLocalVault(alice, { store: memoryStore() })
    const again = await lost.reset(a.keyRow, a.backup.seq)
    expect(again.backup.seq).toBeGreaterThan(a.backup.seq)
    expect(await lost.state(a.keyRow)).toBe('ready_unbacked')
    expect(await a.vault.state(again.keyRow)).toBe('alarm')
    expect(await b.vault.checkKey(again.keyRow)).toEqual({ kind: 'changed' })
    expect(await codeOf(say(b.vault, epochId, 'Bonjour'))).toBe('identity_changed')
    const members = [again.keyRow, b.keyRow]
    expect(await codeOf(b.vault.makeEpoch({ conversationId, members, previous: epochId }))).toBe('identity_changed')
    expect(await codeOf(b.vault.acceptKey(alice))).toBe('needs_comparison')
    await lost.checkKey(b.keyRow)
    const after = await b.vault.safetyNumber(alice)
    expect(after.digits).not.toBe(before.digits)
    expect(await lost.safetyNumber(bob)).toEqual(after)
    expect(await b.vault.compareSafetyCode(alice, before.qr)).toBe(false)
    expect(await b.vault.compareSafetyCode(alice, after.qr)).toBe(true)
    await b.vault.acceptKey(alice, { compared: true })
    expect((await b.vault.pins()).find(({ userId }) => userId === alice)?.state).toBe('verified')
    const epoch = await b.vault.makeEpoch({ conversationId, members, previous: epochId })
    await b.vault.openEpoch(epoch, epoch.wraps.find(({ user_id }) => user_id === bob) ?? null, direct)
    expect(await lost.openEpoch(first, null, direct)).toEqual({ ok: false, code: 'no_wrap' })
    const answer = await lost.openEpoch(epoch, epoch.wraps.find(({ user_id }) => user_id === alice) ?? null, direct)
    expect(answer).toMatchObject({ ok: true })
    const row = await say(b.vault, epoch.epochId, 'Te revoilà')
    expect((await lost.open([row]))[0]?.body?.text).toBe('Te revoilà')
  })

  test('take in a key that an old client left, after trying it; anything else is refused', async () => {
    const { vault, backup, recoveryCode } = await person(alice)
    const held = { backup, secret: { code: recoveryCode } }
    expect(await codeOf(vault.importLegacy('{}', held))).toBe('bad_legacy_key')
    expect(await codeOf(vault.importLegacy('???', held))).toBe('bad_legacy_key')
    const { rsaPkcs8 } = userOf(carol)
    const algorithm = { name: 'RSA-OAEP', hash: 'SHA-256' }
    const key = await crypto.subtle.importKey('pkcs8', fromBase64(rsaPkcs8), algorithm, true, ['decrypt'])
    const jwk = JSON.stringify(await crypto.subtle.exportKey('jwk', key))
    const imported = await vault.importLegacy(jwk, held)
    expect(imported.kid).toBe('gCs8Z8OewMkaaMdgTpGCWg')
    expect((await vault.ownKey())?.generation).toBe(1)
    const there = createLocalVault(alice, { store: memoryStore() })
    await there.unlock(imported.backup, held.secret)
    expect((await there.ownKey())?.kid).toBe((await vault.ownKey())?.kid)
  })
})

describe('conversations', () => {
  test('a message says who, where and after what; its id keeps its place when it is sealed again', async () => {
    const { a, b, epochId } = await pair()
    const id = crypto.randomUUID()
    const rows = [await say(a.vault, epochId, 'Un', id), await say(a.vault, epochId, 'Un', id)]
    const next = await say(a.vault, epochId, 'Deux')
    const last = await say(a.vault, epochId, 'Trois')
    expect([...rows, next].map(({ metadata }) => metadata.e2ee.n)).toEqual([0, 0, 1])
    const opened = await b.vault.open([last, next, rows[0] as MessageRow])
    const [third, second, first] = opened
    expect([first?.body?.prev, second?.body?.prev, third?.body?.prev]).toEqual([
      undefined,
      first?.place?.link,
      second?.place?.link,
    ])
  })

  test('E-07 whom the server adds gets no key; whom a member adds reads from then on, and what is shared', async () => {
    const [a, b, c] = await Promise.all([person(alice), person(bob), person(carol)])
    await introduce(a, b, c)
    const first = await a.vault.makeEpoch({ conversationId, members: rowsOf(a, b), added: [bob] })
    await opens(first, a, group)
    await opens(first, b, group)
    const { epochId: previous } = first
    const row = await say(a.vault, previous, 'Entre nous')
    expect(await codeOf(b.vault.makeEpoch({ conversationId, members: rowsOf(a, b, c), previous }))).toBe('uninvited')
    const invited = { conversationId, members: rowsOf(a, b, c), previous, added: [carol] }
    const second = await b.vault.makeEpoch(invited)
    expect(await opens(second, c, group)).toEqual({ ok: false, code: 'unknown_previous' })
    expect(await opens(first, c, group)).toEqual({ ok: false, code: 'not_member' })
    expect(await opens(second, c, group)).toMatchObject({ ok: true })
    expect((await c.vault.open([row]))[0]?.code).toBe('no_wrap')
    const [shared] = await a.vault.shareEpochs([previous], c.keyRow)
    const spoilt = { ...shared, share_sig: toBase64(randomBytes(64)) } as WrapRow
    expect(await c.vault.openEpoch(first, spoilt, group)).toEqual({ ok: false, code: 'bad_share' })
    const stranger = { ...shared, shared_by: carol } as WrapRow
    expect(await c.vault.openEpoch(first, stranger, group)).toEqual({ ok: false, code: 'bad_share' })
    expect(await c.vault.openEpoch(first, shared ?? null, group)).toMatchObject({ ok: true })
    expect((await c.vault.open([row]))[0]?.body?.text).toBe('Entre nous')
    // Who came later cannot write into what came before.
    expect(await codeOf(say(c.vault, previous, 'Moi aussi'))).toBe('unknown_epoch')
  })

  test('E-12 whoever left opens no later epoch, and cannot begin the conversation anew', async () => {
    const [a, b, c] = await Promise.all([person(alice), person(bob), person(carol)])
    await introduce(a, b, c)
    const members = rowsOf(a, b, c)
    const first = await a.vault.makeEpoch({ conversationId, members, added: [bob, carol] })
    for (const one of [a, b, c]) await opens(first, one, group)
    const without = await b.vault.makeEpoch({ conversationId, members: rowsOf(a, b), previous: first.epochId })
    expect(await opens(without, c, group)).toEqual({ ok: false, code: 'not_member' })
    expect(await opens(without, a, group)).toMatchObject({ ok: true })
    const back = await c.vault.makeEpoch({ conversationId, members, previous: without.epochId, added: [carol] })
    expect(await opens(back, a, group)).toEqual({ ok: false, code: 'creator_not_previous' })
    const anew = await a.vault.makeEpoch({ conversationId, members: rowsOf(a, c), added: [carol] })
    expect(await opens(anew, b, group)).toEqual({ ok: false, code: 'bad_previous' })
  })

  test('a contact’s history is verified on a new device with what the log and the other devices know', async () => {
    const { a, b, epoch, epochId } = await pair()
    const row = await say(a.vault, epochId, 'Avant')
    const next = await a.vault.replaceIdentity({ backup: a.backup, secret: { code: a.recoveryCode } })
    const device = () => createLocalVault(bob, { store: memoryStore() })
    const [byLog, byPins] = [device(), device()]
    for (const vault of [byLog, byPins]) await vault.unlock(b.backup, { code: b.recoveryCode })
    await byLog.checkKey(next.keyRow, [a.keyRow, next.keyRow])
    await b.vault.checkKey(next.keyRow)
    await b.vault.markVerified(alice, true)
    expect(await byPins.mergePins(await b.vault.exportPins())).toBe(true)
    expect(await byPins.mergePins(await a.vault.exportPins())).toBe(false)
    expect((await byPins.pins())[0]?.state).toBe('verified')
    for (const vault of [byLog, byPins]) {
      expect(await vault.openEpoch(epoch, wrapIn(epoch, b), direct)).toMatchObject({ ok: true })
      expect((await vault.open([row]))[0]?.body?.text).toBe('Avant')
    }
  })

  test('signing out forgets epochs, and the keys unless they are kept; a kept device starts a sequence of its own', async () => {
    const { a, epoch, epochId } = await pair()
    const { metadata } = await say(a.vault, epochId, 'Un')
    await a.vault.forget({ keepKeys: true })
    expect(await a.vault.knownEpochs([epochId])).toEqual([])
    await opens(epoch, a)
    const later = await say(a.vault, epochId, 'Deux')
    expect(later.metadata.e2ee.d).not.toBe(metadata.e2ee.d)
    await a.vault.forget({ keepKeys: false })
    expect(await a.vault.state(a.keyRow)).toBe('needs_unlock')
    expect((await a.vault.open([later]))[0]?.code).toBe('locked')
  })
})

test('a push is opened beside the page, and leaves nothing behind', async () => {
  const store = memoryStore()
  const [a, b] = await Promise.all([person(alice), person(bob, store)])
  await introduce(a, b)
  const epoch = await a.vault.makeEpoch({ conversationId, members: rowsOf(a, b), added: [bob] })
  await opens(epoch, a)
  const row = await say(a.vault, epoch.epochId, 'Tu es là ?')
  const { user_id: _first, ...firstWrap } = wrapIn(epoch, b) as WrapRow
  // Of a conversation that nobody has opened here, only the sender says who takes part.
  expect((await openPushed(bob, { row, epoch, wrap: firstWrap }, store)).code).toBe('no_wrap')
  await opens(epoch, b)
  expect((await b.vault.open([{ ...row, created_at: '2026-01-01T00:00:00Z' }]))[0]?.body?.text).toBe('Tu es là ?')
  const next = await a.vault.makeEpoch({ conversationId, members: rowsOf(a, b), previous: epoch.epochId })
  await opens(next, a)
  const later = await say(a.vault, next.epochId, 'Et maintenant ?')
  const { user_id: _own, ...wrap } = wrapIn(next, b) as WrapRow
  expect((await openPushed(bob, { row: later }, store)).code).toBe('no_wrap')
  expect((await openPushed(bob, { row: later, epoch: next, wrap }, store)).body?.text).toBe('Et maintenant ?')
  expect(await b.vault.knownEpochs([next.epochId])).toEqual([])
  expect((await openPushed(bob, { row: later, epoch: { ...next, manifest: '' }, wrap }, store)).code).toBe('locked')
  expect((await openPushed(carol, { row: later, epoch: next, wrap }, memoryStore())).code).toBe('locked')
})

test('files keep their bytes and tell little of their size; only pictures are shown', async () => {
  const { vault } = await person(alice)
  const place = { conversationId, messageId: crypto.randomUUID(), index: 0 }
  const png = Uint8Array.of(0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a, ...randomBytes(900))
  const { blob, ref } = await vault.sealFile(png, place)
  expect(blob.length).toBe(padme(png.length + 32))
  expect(await vault.openFile(blob, ref, place)).toEqual({ bytes: png, mediaType: 'image/png' })
  expect(await vault.openFile(blob, { ...ref, s: blob.length }, place)).toEqual({ code: 'malformed' })
  const page = await vault.sealFile(new TextEncoder().encode('<svg onload=alert(1)>'), place)
  expect(await vault.openFile(page.blob, page.ref, place)).toMatchObject({ mediaType: 'application/octet-stream' })
  for (const size of [1, 1000, 4097, 1_000_000, 20_000_000]) {
    expect(padme(size)).toBeGreaterThanOrEqual(size)
    expect(padme(size)).toBeLessThanOrEqual(size * 1.12)
    expect(padme(padme(size))).toBe(padme(size))
  }
})
