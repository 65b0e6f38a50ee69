/** What the server says of people and conversations, against what members have signed. */
import { describe, expect, test } from 'vitest'

import { createLocalVault } from '../local-vault.ts'
import { memoryStore } from './memory-store.ts'
import {
  codeOf,
  conversationId,
  direct,
  group,
  introduce,
  opens,
  pair,
  person,
  rowsOf,
  say,
  wrapIn,
  type Person,
} from './talking-vaults.ts'
import { alice, bob, carol } from './vectors/vectors.ts'

const secretOf = ({ recoveryCode }: Person) => ({ code: recoveryCode })
const known = async (...ids: string[]) => {
  const people = await Promise.all(ids.map((id) => person(id)))
  await introduce(...people)
  return people as [Person, Person, Person]
}

describe('E-07 what a conversation is was settled by its first epoch', () => {
  test('a conversation of two keeps its two, whoever the server says the other one is', async () => {
    const { a, b, epochId } = await pair()
    const c = await person(carol)
    await introduce(a, b, c)
    const swapped = { isDirect: true, founders: [alice, carol] }
    const other = await c.vault.makeEpoch({ conversationId, members: rowsOf(a, c), added: [alice] })
    expect(await opens(other, a, swapped)).toEqual({ ok: false, code: 'bad_previous' })
    const later = { conversationId, members: rowsOf(a, c), previous: epochId, added: [alice, carol] }
    expect(await codeOf(a.vault.makeEpoch(later))).toBe('uninvited')
    const three = { ...later, members: rowsOf(a, b, c), added: [alice, bob, carol] }
    expect(await codeOf(a.vault.makeEpoch(three))).toBe('uninvited')
    // Bob’s device is another one, which the server told of three.
    const elsewhere = createLocalVault(bob, { store: memoryStore() })
    await elsewhere.unlock(b.backup, secretOf(b))
    for (const { keyRow } of [a, c]) await elsewhere.checkKey(keyRow)
    const anew = await elsewhere.makeEpoch({ conversationId, members: rowsOf(a, b, c), added: [alice, carol] })
    expect(await opens(anew, a, { isDirect: false, founders: [bob] })).toEqual({ ok: false, code: 'bad_previous' })
  })

  test('a third person comes into a conversation of two by no later epoch, even where the server calls it a group', async () => {
    const { a, b, epoch, epochId } = await pair()
    const c = await person(carol)
    await introduce(a, b, c)
    const forgetful = createLocalVault(bob, { store: memoryStore() })
    await forgetful.unlock(b.backup, secretOf(b))
    for (const { keyRow } of [a, c]) await forgetful.checkKey(keyRow)
    await forgetful.openEpoch(epoch, wrapIn(epoch, b), { isDirect: false, founders: [alice] })
    const wanted = { conversationId, members: rowsOf(a, b, c), previous: epochId, added: [carol] }
    const third = await forgetful.makeEpoch(wanted)
    for (const context of [direct, group, { isDirect: true, founders: [alice, bob, carol] }]) {
      expect(await opens(third, a, context)).toEqual({ ok: false, code: 'wrong_members' })
    }
  })

  test('more or fewer than two people begin no conversation of two', async () => {
    const [a, b, c] = await known(alice, bob, carol)
    const epoch = await c.vault.makeEpoch({ conversationId, members: rowsOf(a, b, c), added: [alice, bob] })
    const three = { isDirect: true, founders: [alice, bob, carol] }
    expect(await opens(epoch, a, three)).toEqual({ ok: false, code: 'wrong_members' })
    const alone = await a.vault.makeEpoch({ conversationId, members: rowsOf(a) })
    const one = { isDirect: true, founders: [alice] }
    expect(await opens(alone, a, one)).toEqual({ ok: false, code: 'wrong_members' })
  })

  test('a second beginning, and what continues something that was never shown, are refused in conversations of two as well', async () => {
    const { a, b, epochId } = await pair()
    const fork = await b.vault.makeEpoch({ conversationId, members: rowsOf(a, b), added: [alice] })
    expect(await opens(fork, a)).toEqual({ ok: false, code: 'bad_previous' })
    const hidden = await b.vault.makeEpoch({ conversationId, members: rowsOf(a, b), previous: epochId })
    await opens(hidden, b)
    const next = await b.vault.makeEpoch({ conversationId, members: rowsOf(a, b), previous: hidden.epochId })
    expect(await opens(next, a)).toEqual({ ok: false, code: 'unknown_previous' })
    expect(await opens(hidden, a)).toMatchObject({ ok: true })
    expect(await opens(next, a)).toMatchObject({ ok: true })
  })

  test('a group that the server calls a conversation of two stays a group: its members say who reads', async () => {
    const [a, b, c] = await known(alice, bob, carol)
    const first = await a.vault.makeEpoch({ conversationId, members: rowsOf(a, b), added: [bob] })
    for (const one of [a, b]) await opens(first, one, group)
    await opens(first, c, group)
    const three = { isDirect: true, founders: [alice, bob, carol] }
    const back = { conversationId, members: rowsOf(a, b, c), previous: first.epochId, added: [alice, bob, carol] }
    expect(await opens(await c.vault.makeEpoch(back), a, three)).toEqual({ ok: false, code: 'creator_not_previous' })
  })
})

describe('a group outlives the accounts of those who were in it', () => {
  test('whoever comes after its founder has gone begins where they are named, and only there', async () => {
    const [founder, a, b] = await known(carol, alice, bob)
    const context = { isDirect: false, founders: [carol] }
    const first = await founder.vault.makeEpoch({ conversationId, members: rowsOf(founder, a), added: [alice] })
    for (const one of [founder, a]) await opens(first, one, context)
    const { epochId: previous } = first
    const second = await a.vault.makeEpoch({ conversationId, members: rowsOf(a), previous })
    await opens(second, a, context)
    const third = await a.vault.makeEpoch({
      conversationId,
      members: rowsOf(a, b),
      previous: second.epochId,
      added: [bob],
    })
    await opens(third, a, context)
    // Bob’s device has never met who is gone.
    const late = createLocalVault(bob, { store: memoryStore() })
    await late.unlock(b.backup, secretOf(b))
    await late.checkKey(a.keyRow)
    const gone = { ...context, gone: [carol] }
    expect(await late.openEpoch(third, wrapIn(third, b), gone)).toEqual({ ok: false, code: 'unknown_previous' })
    expect(await late.openEpoch(first, null, gone)).toEqual({ ok: false, code: 'unknown_identity', userId: carol })
    expect(await late.openEpoch(second, null, gone)).toEqual({ ok: false, code: 'not_member' })
    const forged = { ...third, signature: second.signature }
    expect(await late.openEpoch(forged, wrapIn(third, b), gone)).toEqual({ ok: false, code: 'bad_signature' })
    expect(await late.openEpoch(third, wrapIn(third, b), gone)).toMatchObject({ ok: true })
    const row = await say(a.vault, third.epochId, 'Bienvenue')
    expect((await late.open([row]))[0]?.body?.text).toBe('Bienvenue')
    // From here on members say who is in it: whoever was before them, and is no more, does not.
    const back = { conversationId, members: rowsOf(founder, b), previous, added: [bob] }
    const wrong = await founder.vault.makeEpoch(back)
    expect(await late.openEpoch(wrong, wrapIn(wrong, b), gone)).toMatchObject({ ok: false })
    const again = await founder.vault.makeEpoch({ conversationId, members: rowsOf(founder, b), added: [bob] })
    expect(await late.openEpoch(again, wrapIn(again, b), gone)).toEqual({ ok: false, code: 'bad_previous' })
  })

  test('a member who is gone counts by the hash that was signed, neither as author nor as sender', async () => {
    const [a, b, c] = await known(alice, bob, carol)
    const first = await a.vault.makeEpoch({ conversationId, members: rowsOf(a, b, c), added: [bob, carol] })
    for (const one of [a, c]) await opens(first, one, group)
    const [hers, theirs] = [await say(a.vault, first.epochId, 'Bonjour'), await say(c.vault, first.epochId, 'Salut')]
    const device = createLocalVault(bob, { store: memoryStore() })
    await device.unlock(b.backup, secretOf(b))
    await device.checkKey(a.keyRow)
    expect(await device.openEpoch(first, wrapIn(first, b), group)).toMatchObject({ code: 'unknown_identity' })
    expect(await device.openEpoch(first, wrapIn(first, b), { ...group, gone: [carol] })).toMatchObject({ ok: true })
    const [one, other] = await device.open([hers, theirs])
    expect([one?.body?.text, other?.code]).toEqual(['Bonjour', 'identity_mismatch'])
    const author = createLocalVault(bob, { store: memoryStore() })
    await author.unlock(b.backup, secretOf(b))
    await author.checkKey(c.keyRow)
    const answer = await author.openEpoch(first, wrapIn(first, b), { ...group, gone: [alice] })
    expect(answer).toEqual({ ok: false, code: 'unknown_identity', userId: alice })
    // Known here, they are held against what is known, whatever the server says.
    const other2 = await person(carol)
    const impostor = createLocalVault(bob, { store: memoryStore() })
    await impostor.unlock(b.backup, secretOf(b))
    for (const { keyRow } of [a, other2]) await impostor.checkKey(keyRow)
    const held = await impostor.openEpoch(first, wrapIn(first, b), { ...group, gone: [carol] })
    expect(held).toEqual({ ok: false, code: 'identity_mismatch', userId: carol })
  })

  test('an epoch whose author cannot be known any more ends no conversation of two', async () => {
    const { a, b, epoch } = await pair()
    const again = await b.vault.reset(b.keyRow, b.backup.seq)
    await b.vault.confirmBackup()
    await a.vault.checkKey(again.keyRow)
    await a.vault.acceptKey(bob)
    const members = [a.keyRow, again.keyRow]
    const second = await a.vault.makeEpoch({ conversationId, members, previous: epoch.epochId })
    await opens(second, a)
    const row = await say(a.vault, second.epochId, 'Te revoilà')
    const device = createLocalVault(alice, { store: memoryStore() })
    await device.unlock(a.backup, secretOf(a))
    // Nobody signed that the first identity was Bob’s.
    expect(await device.checkKey(again.keyRow, [b.keyRow, again.keyRow])).toEqual({ kind: 'first' })
    expect(await device.openEpoch(epoch, wrapIn(epoch, a), direct)).toMatchObject({ code: 'identity_mismatch' })
    expect(await device.openEpoch(second, wrapIn(second, a), direct)).toMatchObject({ ok: true })
    expect((await device.open([row]))[0]?.body?.text).toBe('Te revoilà')
  })
})

describe('who somebody was before', () => {
  /** The server’s own key in Bob’s name, which his log shows before his first. */
  async function forgedPast() {
    const store = memoryStore()
    const [a, x] = await Promise.all([person(alice), person(bob, store)])
    // What it makes it dates as it likes.
    const forger = createLocalVault(bob, { store, now: () => 1 })
    const real = createLocalVault(bob, { store: memoryStore() })
    const made = await real.reset(x.keyRow)
    await real.confirmBackup()
    return { a, x, forger, made }
  }

  test('is not what a log says that nobody signed', async () => {
    const { a, x, forger, made } = await forgedPast()
    expect(await a.vault.checkKey(made.keyRow, [x.keyRow, made.keyRow])).toEqual({ kind: 'first' })
    await x.vault.checkKey(a.keyRow)
    const early = await forger.makeEpoch({ conversationId, members: rowsOf(a, x), added: [alice] })
    expect(await opens(early, a)).toMatchObject({ ok: false, code: 'identity_mismatch' })
  })

  test('was heard of and not seen: whoever compares the number knows the present one alone', async () => {
    const { a, b, epoch, epochId } = await pair()
    const row = await say(b.vault, epochId, 'Avant')
    const next = await b.vault.replaceIdentity({ backup: b.backup, secret: secretOf(b) })
    const device = () => createLocalVault(alice, { store: memoryStore() })
    const [heard, compared] = [device(), device()]
    for (const vault of [heard, compared]) {
      await vault.unlock(a.backup, secretOf(a))
      await vault.checkKey(next.keyRow, [b.keyRow, next.keyRow])
    }
    await compared.markVerified(bob, true)
    expect(await heard.openEpoch(epoch, wrapIn(epoch, a), direct)).toMatchObject({ ok: true })
    expect((await heard.open([row]))[0]?.body?.text).toBe('Avant')
    await heard.markVerified(bob, true)
    expect((await heard.open([row]))[0]?.code).toBe('identity_mismatch')
    const answer = await compared.openEpoch(epoch, wrapIn(epoch, a), direct)
    expect(answer).toMatchObject({ ok: false, code: 'identity_mismatch' })
    // Whoever was pinned here before saw it: comparing takes nothing away.
    await a.vault.checkKey(next.keyRow)
    await a.vault.markVerified(bob, true)
    expect((await a.vault.open([row]))[0]?.body?.text).toBe('Avant')
  })
})

test('taking the mark « vérifié » away is a word that other devices hear, and no older word undoes it', async () => {
  let now = 1000
  const store = memoryStore()
  const [first, b] = await Promise.all([person(alice, store), person(bob)])
  const vault = createLocalVault(alice, { store, now: () => (now += 1) })
  const other = createLocalVault(alice, { store: memoryStore(), now: () => (now += 1) })
  await other.unlock(first.backup, secretOf(first))
  const stateOn = async (device: typeof vault) => (await device.pins())[0]?.state
  await vault.checkKey(b.keyRow)
  await vault.markVerified(bob, true)
  const told = await vault.exportPins()
  await other.mergePins(told)
  expect(await stateOn(other)).toBe('verified')
  await vault.markVerified(bob, false)
  await vault.mergePins(told)
  expect(await stateOn(vault)).toBe('pinned')
  await other.mergePins(await vault.exportPins())
  expect(await stateOn(other)).toBe('pinned')
  await other.mergePins(told)
  expect(await stateOn(other)).toBe('pinned')
  await other.markVerified(bob, true)
  await vault.mergePins(await other.exportPins())
  expect(await stateOn(vault)).toBe('verified')
})

describe('a rotation that is interrupted', () => {
  test('ends nothing: this device goes on with what is published, and with the new key once that is', async () => {
    const { a, b, epochId } = await pair()
    const held = { backup: a.backup, secret: secretOf(a) }
    const { keyRow, backup } = await a.vault.rotate(held)
    expect(await a.vault.state(a.keyRow)).toBe('ready')
    const second = await a.vault.makeEpoch({ conversationId, members: rowsOf(a, b), previous: epochId })
    expect(await opens(second, a)).toMatchObject({ ok: true })
    await expect(say(a.vault, second.epochId, 'Toujours là')).resolves.toBeDefined()
    // The backup was saved and the key was not published: it is that key which is published at the next try.
    const next = await a.vault.rotate({ backup, secret: secretOf(a) })
    expect(next.keyRow).toEqual(keyRow)
    expect(next.backup.seq).toBe(backup.seq + 1)
    expect(await a.vault.state(keyRow)).toBe('ready')
    expect((await a.vault.ownKey())?.kid).toBe(keyRow.kid)
    const members = [keyRow, b.keyRow]
    await opens(second, b)
    await b.vault.checkKey(keyRow)
    const third = await b.vault.makeEpoch({ conversationId, members, previous: second.epochId })
    expect(await opens(third, a)).toMatchObject({ ok: true })
    expect(await codeOf(a.vault.makeEpoch({ conversationId, members, previous: third.epochId }))).toBe('done')
  })

  test('another device that is unlocked meanwhile has the key that is to be published', async () => {
    const a = await person(alice)
    const { keyRow, backup } = await a.vault.rotate({ backup: a.backup, secret: secretOf(a) })
    const device = createLocalVault(alice, { store: memoryStore() })
    await device.unlock(backup, secretOf(a))
    expect(await device.state(a.keyRow)).toBe('ready')
    expect(await device.ownKey()).toEqual(keyRow)
  })
})

test('what is too long takes no place in the sequence', async () => {
  const { a, epochId } = await pair()
  const placeOf = (text: string) => say(a.vault, epochId, text).then(({ metadata }) => metadata.e2ee.n)
  expect(await placeOf('un')).toBe(0)
  // 49 152 bytes are 65 536 letters: version, signature, text, its end, the link to the one before, tag.
  expect(await codeOf(placeOf('\u0001'.repeat(10_000)))).toBe('too_large')
  expect(await placeOf('deux')).toBe(1)
  const longest = 49_152 - 64 * 2 - 300
  expect(await placeOf('a'.repeat(longest))).toBe(2)
  expect(await codeOf(placeOf('a'.repeat(49_152)))).toBe('too_large')
  expect(await placeOf('trois')).toBe(3)
})
