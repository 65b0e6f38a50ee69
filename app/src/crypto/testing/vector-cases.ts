/** Every vector, and every way to spoil one with the code it must meet: the same list for Node and for a browser. */
import { fromBase64, randomBytes, toBase64 } from '../bytes.ts'
import { importSigningKey } from '../ciphers.ts'
import { noHash, signKeyRow } from '../key-statement.ts'
import type { Manifest } from '../manifest.ts'
import type { EpochRow, KeyRow, MessageRow, WrapRow } from '../rows.ts'
import type { Vault } from '../vault.ts'
import {
  alice,
  bob,
  carol,
  conversation,
  direct,
  epochKey,
  flip,
  forgeEpoch,
  forgeMessage,
  frozenBackup,
  keyRowOf,
  manifest,
  userOf,
  vectors,
  wrapFor,
  wrapOf,
} from './vectors.ts'

/** Devices for a case: always empty ones, with the vectors' keys of that person and nothing pinned. */
export interface Devices {
  of(userId: string): Promise<Vault>
  /** Without any keys. */
  empty(userId: string): Promise<Vault>
}

export interface VectorCase {
  name: string
  run: (devices: Devices) => Promise<unknown>
  expected: unknown
}

async function acquainted(devices: Devices, userId: string): Promise<Vault> {
  const vault = await devices.of(userId)
  for (const other of [alice, bob, carol]) await vault.checkKey(keyRowOf(other))
  return vault
}

/** Bob's device, where the vectors' epoch is open. */
async function reading(devices: Devices): Promise<Vault> {
  const vault = await acquainted(devices, bob)
  const answer = await vault.openEpoch(vectors.epoch, wrapOf(bob), direct)
  if (!answer.ok) throw new Error(`The vectors' epoch does not open: ${answer.code}`)
  return vault
}

const [first] = vectors.messages as [MessageRow]
const otherId = 'a0a0a0a0-0000-4000-8000-0000000000ff'
const otherConversation = 'c0c0c0c0-0000-4000-8000-000000000002'
const e2ee = { v: 1, epoch: manifest.epochId, d: 'deadbeef', n: 0 }

const good: VectorCase[] = [
  {
    name: 'the messages open to their bodies',
    run: async (devices) => (await (await reading(devices)).open(vectors.messages)).map(({ body }) => body),
    expected: vectors.bodies,
  },
  {
    name: 'the author reads them too',
    run: async (devices) => {
      const vault = await acquainted(devices, alice)
      await vault.openEpoch(vectors.epoch, wrapOf(alice), direct)
      return (await vault.open(vectors.messages)).map(({ body }) => body)
    },
    expected: vectors.bodies,
  },
  ...[
    { secret: { code: vectors.backup.code }, name: 'the recovery code' },
    { secret: { code: ' 008j 4ct4 ank7 f24s naxw sqfe zyxg idsh ' }, name: 'the recovery code as people type it' },
    { secret: { passphrase: vectors.backup.pass }, name: 'the passphrase' },
    { secret: { passphrase: vectors.backup.pass.normalize('NFD') }, name: 'the passphrase in decomposed letters' },
  ].map(({ name, secret }) => ({
    name: `${name} opens the backup`,
    run: async (devices: Devices) => {
      const vault = await devices.empty(alice)
      await vault.unlock(frozenBackup, secret)
      return (await vault.ownKey())?.kid
    },
    expected: vectors.det.kidA,
  })),
  {
    name: 'PBKDF2 opens the backup where Argon2 is not chosen',
    run: async (devices) => {
      const vault = await devices.empty(alice)
      const slots = frozenBackup.slots.filter(({ t }) => t === 'pbkdf2')
      await vault.unlock({ ...frozenBackup, slots }, { passphrase: vectors.backup.pass })
      return (await vault.ownKey())?.kid
    },
    expected: vectors.det.kidA,
  },
  {
    name: 'the safety number is the same on both sides',
    run: async (devices) => {
      const numbers = []
      for (const [own, other] of [
        [alice, bob],
        [bob, alice],
      ] as const) {
        numbers.push((await (await acquainted(devices, own)).safetyNumber(other)).digits)
      }
      return numbers
    },
    expected: [vectors.det.safetyAB, vectors.det.safetyAB],
  },
  {
    name: 'the file opens',
    run: async (devices) => {
      const { blob, ref, conv: conversationId, id: messageId, index } = vectors.file
      const vault = await devices.empty(bob)
      const opened = await vault.openFile(fromBase64(blob), ref, { conversationId, messageId, index })
      return opened.code ?? opened.bytes.length
    },
    expected: fromBase64(vectors.file.blob).length - 32,
  },
]

function rowCase(name: string, change: Partial<KeyRow>, code: string): VectorCase {
  return {
    name: `key row: ${name}`,
    run: async (devices) => (await devices.of(bob)).checkKey({ ...keyRowOf(alice), ...change }),
    expected: { kind: 'refused', code },
  }
}

const keyCases: VectorCase[] = [
  {
    name: 'key row: first seen, then the same',
    run: async (devices) => {
      const vault = await devices.of(bob)
      return [await vault.checkKey(keyRowOf(alice)), await vault.checkKey(keyRowOf(alice))]
    },
    expected: [{ kind: 'first' }, { kind: 'same' }],
  },
  rowCase('unsigned', { signature: null }, 'unsigned'),
  rowCase('without identity', { identity_key: null }, 'unsigned'),
  rowCase('encryption key swapped', { public_key: keyRowOf(carol).public_key }, 'bad_kid'),
  rowCase(
    'encryption key and its name swapped',
    { public_key: keyRowOf(carol).public_key, kid: keyRowOf(carol).kid },
    'bad_signature',
  ),
  rowCase('identity swapped', { identity_key: keyRowOf(carol).identity_key }, 'bad_signature'),
  rowCase('other user', { user_id: carol }, 'bad_signature'),
  rowCase('generation edited', { generation: 2 }, 'bad_signature'),
  rowCase('date edited', { created_ms: 1_700_000_000_001 }, 'bad_signature'),
  rowCase('predecessor edited', { prev_hash: toBase64(new Uint8Array(32).fill(1)) }, 'bad_signature'),
  rowCase('signature bit', { signature: flip(keyRowOf(alice).signature ?? '', 0) }, 'bad_signature'),
  rowCase('truncated key', { public_key: keyRowOf(alice).public_key.slice(4) }, 'malformed'),
  rowCase('no number', { generation: -1 }, 'malformed'),
  {
    name: 'key row: somebody else’s keys under a valid signature of their own, against the pin',
    run: async (devices) => {
      const vault = await devices.of(bob)
      await vault.checkKey(keyRowOf(alice))
      return [await vault.checkKey(await rowBy(carol, 2)), (await vault.pins())[0]?.state]
    },
    expected: [{ kind: 'changed' }, 'changed'],
  },
  {
    name: 'key row: an older generation',
    run: async (devices) => {
      const vault = await devices.of(bob)
      await vault.checkKey(await rowBy(alice, 3))
      return vault.checkKey(keyRowOf(alice))
    },
    expected: { kind: 'refused', code: 'key_rollback' },
  },
  {
    name: 'key row: the next generation that does not name the last',
    run: async (devices) => {
      const vault = await devices.of(bob)
      await vault.checkKey(keyRowOf(alice))
      return vault.checkKey(await rowBy(alice, 2, carol))
    },
    expected: { kind: 'refused', code: 'bad_chain' },
  },
]

/** A row in Alice's name, signed by the identity of `signer`. */
async function rowBy(signer: string, generation: number, encryption = signer): Promise<KeyRow> {
  const claim = {
    userId: alice,
    generation,
    encryptionKey: fromBase64(userOf(encryption).rsaSpki),
    identityKey: fromBase64(userOf(signer).ikSpki),
    previousHash: noHash,
    createdMs: 1_700_000_000_000,
  }
  return signKeyRow(claim, { key: await importSigningKey(fromBase64(userOf(signer).ikPkcs8)) })
}

interface EpochTry {
  row?: EpochRow | (() => Promise<EpochRow>)
  wrap?: WrapRow | null | (() => Promise<WrapRow>)
  by?: string
  isStranger?: boolean
  context?: typeof direct
}

function epochCase(name: string, tried: EpochTry, code: string): VectorCase {
  return {
    name: `epoch: ${name}`,
    run: async (devices) => {
      const { row = vectors.epoch, wrap = wrapOf(bob), by = bob, context = direct, isStranger } = tried
      const vault = isStranger ? await devices.of(by) : await acquainted(devices, by)
      const epoch = typeof row === 'function' ? await row() : row
      const answer = await vault.openEpoch(epoch, typeof wrap === 'function' ? await wrap() : wrap, context)
      return answer.ok ? 'opened' : answer.code
    },
    expected: code,
  }
}

const spoilt = (change: Partial<EpochRow>): EpochRow => ({ ...vectors.epoch, ...change })
const forged =
  (change: Partial<Manifest>, signer = alice) =>
  () =>
    forgeEpoch(change, signer)
const [aliceMember, bobMember] = manifest.members as [Manifest['members'][0], Manifest['members'][0]]
const carolMember = { ...bobMember, userId: carol }

const epochCases: VectorCase[] = [
  epochCase('as it is', {}, 'opened'),
  epochCase('signature bit', { row: spoilt({ signature: flip(vectors.epoch.signature, 5) }) }, 'bad_signature'),
  epochCase('signature junk', { row: spoilt({ signature: '?' }) }, 'bad_signature'),
  epochCase(
    'manifest bit in the date',
    { row: spoilt({ manifest: flip(vectors.epoch.manifest, 84) }) },
    'bad_signature',
  ),
  epochCase('other conversation', { row: spoilt({ conversation_id: otherConversation }) }, 'wrong_conversation'),
  epochCase('other id', { row: spoilt({ epoch_id: otherId }) }, 'wrong_epoch'),
  epochCase('other creator', { row: spoilt({ creator_id: bob }) }, 'wrong_creator'),
  ...[
    { name: 'truncated', text: toBase64(fromBase64(vectors.epoch.manifest).slice(0, -1)) },
    { name: 'empty', text: '' },
    { name: 'longer', text: toBase64(Uint8Array.of(...fromBase64(vectors.epoch.manifest), 0)) },
    { name: 'junk', text: '!!' },
    { name: 'other label', text: flip(vectors.epoch.manifest, 5) },
    { name: 'a length beyond the end', text: flip(vectors.epoch.manifest, 13) },
  ].map(({ name, text }) => epochCase(`manifest ${name}`, { row: spoilt({ manifest: text }) }, 'bad_manifest')),
  epochCase('members out of order', { row: forged({ members: [bobMember, aliceMember] }) }, 'bad_manifest'),
  epochCase('a member twice', { row: forged({ members: [aliceMember, aliceMember, bobMember] }) }, 'bad_manifest'),
  epochCase('without its creator', { row: forged({ members: [bobMember] }) }, 'creator_not_member'),
  epochCase(
    'with a third person',
    { row: forged({ members: [aliceMember, bobMember, carolMember] }) },
    'wrong_members',
  ),
  epochCase(
    'made by somebody who was no member',
    { row: forged({ members: [bobMember, carolMember], creatorId: carol }, carol) },
    'creator_not_previous',
  ),
  epochCase('signed by somebody else', { row: forged({}, carol) }, 'bad_signature'),
  epochCase('its people were never checked', { isStranger: true }, 'unknown_identity'),
  epochCase(
    'another identity of a member',
    { row: forged({ members: [aliceMember, { ...bobMember, identityHash: aliceMember.identityHash }] }) },
    'identity_mismatch',
  ),
  epochCase(
    'continues what is not known (group)',
    { row: forged({ previousId: otherId }), context: { ...direct, isDirect: false } },
    'unknown_previous',
  ),
  epochCase('no wrap', { wrap: null }, 'no_wrap'),
  epochCase('somebody else’s wrap', { wrap: wrapOf(alice) }, 'no_wrap'),
  epochCase(
    'the wrap of the other under my name',
    { wrap: { ...wrapOf(alice), user_id: bob, kid: wrapOf(bob).kid } },
    'unwrap_failed',
  ),
  epochCase('wrap bit', { wrap: { ...wrapOf(bob), wrapped_key: flip(wrapOf(bob).wrapped_key, 7) } }, 'unwrap_failed'),
  epochCase(
    'wrap of another epoch’s label',
    { wrap: async () => ({ ...(await wrapFor(bob, epochKey, otherId)), epoch_id: manifest.epochId }) },
    'unwrap_failed',
  ),
  epochCase('another key under the same commitment', { wrap: () => wrapFor(bob, randomBytes(32)) }, 'bad_commit'),
  epochCase('a key of 16 bytes', { wrap: () => wrapFor(bob, randomBytes(16)) }, 'bad_key_length'),
  epochCase('an outsider', { by: carol, wrap: null }, 'not_member'),
  epochCase(
    'an outsider with a wrap that nobody shared',
    { by: carol, wrap: () => wrapFor(carol, epochKey) },
    'no_wrap',
  ),
]

type Spoil = Partial<MessageRow> | (() => Promise<MessageRow>)

function messageCase(name: string, spoil: Spoil, code: string): VectorCase {
  return {
    name: `message: ${name}`,
    run: async (devices) => {
      const vault = await reading(devices)
      const row = typeof spoil === 'function' ? await spoil() : { ...first, ...spoil }
      const [opened, neighbour] = await vault.open([row, first])
      return [opened?.code ?? 'opened', neighbour?.body]
    },
    expected: [code, vectors.bodies[0]],
  }
}

const meta = (change: object) => ({ metadata: { e2ee: { ...e2ee, ...change } } })
const text = '{"t":"text","text":"forgé","ts":1}'

const messageCases: VectorCase[] = [
  messageCase('first bit', { encrypted_content: flip(first.encrypted_content, 0) }, 'bad_tag'),
  messageCase('tag bit', { encrypted_content: flip(first.encrypted_content, -1) }, 'bad_tag'),
  messageCase('cut', { encrypted_content: first.encrypted_content.slice(0, -4) }, 'bad_tag'),
  messageCase('empty', { encrypted_content: '' }, 'bad_tag'),
  messageCase('iv bit', { iv: flip(first.iv, 3) }, 'bad_tag'),
  messageCase('iv of 16 bytes', { iv: toBase64(new Uint8Array(16)) }, 'malformed'),
  messageCase('iv junk', { iv: 'IV!' }, 'malformed'),
  messageCase('content junk', { encrypted_content: '<b>' }, 'malformed'),
  messageCase('called unprotected', { iv: 'simple' }, 'simple'),
  messageCase('unknown version', meta({ v: 2 }), 'unknown_version'),
  messageCase('metadata removed', { metadata: null }, 'malformed'),
  messageCase('metadata emptied', { metadata: {} }, 'malformed'),
  messageCase('metadata junk', { metadata: { e2ee: 'x' } }, 'malformed'),
  messageCase('again under another id', { id: otherId }, 'bad_tag'),
  messageCase('id junk', { id: 'x' }, 'malformed'),
  messageCase('moved to another conversation', { conversation_id: otherConversation }, 'wrong_conversation'),
  messageCase('sender: the other member', { sender_id: bob }, 'bad_tag'),
  messageCase('sender: a stranger', { sender_id: carol }, 'not_member'),
  messageCase('sender: junk', { sender_id: 'x' }, 'not_member'),
  messageCase('type', { message_type: 'image' }, 'bad_tag'),
  messageCase('counter', meta({ n: 1 }), 'bad_tag'),
  messageCase('counter junk', meta({ n: '0' }), 'malformed'),
  messageCase('counter too large', meta({ n: 2 ** 32 }), 'malformed'),
  messageCase('device', meta({ d: 'deadbee0' }), 'bad_tag'),
  messageCase('device junk', meta({ d: 'DEADBEEF' }), 'malformed'),
  messageCase('epoch junk', meta({ epoch: 'x' }), 'malformed'),
  messageCase('unknown epoch', meta({ epoch: otherId }), 'no_wrap'),
  messageCase('a member writes in the other’s name', () => forgeMessage({}, bob, text), 'bad_signature'),
  messageCase('an honest one beside it', () => forgeMessage({}, alice, text), 'opened'),
  messageCase('no body', () => forgeMessage({}, alice, '[1]'), 'bad_body'),
  messageCase('a body of wrong types', () => forgeMessage({}, alice, '{"t":"text","ts":1,"text":{}}'), 'bad_body'),
  {
    name: 'message: short texts are of one length',
    run: () => Promise.resolve(new Set(vectors.messages.slice(0, 2).map((row) => row.encrypted_content.length)).size),
    expected: 1,
  },
  {
    name: 'message: unprotected after the first protected one',
    run: async (devices) => {
      const vault = await reading(devices)
      await vault.open([{ ...first, created_at: '2026-11-21T10:00:00Z' }])
      const simple = { ...first, iv: 'simple', encrypted_content: 'Bonjour' }
      const rows = ['2026-11-21T09:00:00Z', '2026-11-21T11:00:00Z'].map((created_at) => ({ ...simple, created_at }))
      return (await vault.open(rows)).map(({ code }) => code)
    },
    expected: ['simple', 'downgrade'],
  },
  {
    name: 'message: without keys everything is closed',
    run: async (devices) => (await (await devices.empty(carol)).open([first]))[0]?.code,
    expected: 'locked',
  },
]

function fileCase(name: string, change: { blob?: string; h?: string; index?: number; id?: string }, code: string) {
  return {
    name: `file: ${name}`,
    run: async (devices: Devices) => {
      const { blob, ref, conv, id, index } = vectors.file
      const place = { conversationId: conv, messageId: change.id ?? id, index: change.index ?? index }
      const vault = await devices.empty(bob)
      return (await vault.openFile(fromBase64(change.blob ?? blob), { ...ref, h: change.h ?? ref.h }, place)).code
    },
    expected: code,
  }
}

/** SHA-256 of the vectors' file with another first letter, and of nothing. */
const fileCases: VectorCase[] = [
  fileCase('a bit', { blob: flip(vectors.file.blob, 40) }, 'bad_hash'),
  fileCase('another hash', { h: vectors.file.ref.h.replace('3', '4') }, 'bad_hash'),
  fileCase('moved to another message', { id: otherId }, 'bad_tag'),
  fileCase('moved to another place', { index: 1 }, 'bad_tag'),
  {
    name: 'file: no file of ours',
    run: async (devices) => {
      const bytes = fromBase64(vectors.file.blob)
      bytes[0] = 0
      const hash = await crypto.subtle.digest('SHA-256', bytes)
      const h = Array.from(new Uint8Array(hash), (byte) => byte.toString(16).padStart(2, '0')).join('')
      const place = { conversationId: conversation, messageId: vectors.file.id, index: 0 }
      return (await (await devices.empty(bob)).openFile(bytes, { ...vectors.file.ref, h }, place)).code
    },
    expected: 'malformed',
  },
]

interface UnlockTry {
  name: string
  by?: string
  secret?: { code: string } | { passphrase: string } | { prf: Uint8Array }
  slots?: (slot: (typeof frozenBackup.slots)[0]) => object
  bundle?: Partial<typeof frozenBackup.bundle>
  seq?: number
}

function unlockCase({ name, by = alice, secret, slots = (slot) => slot, bundle, seq = 7 }: UnlockTry, code: string) {
  return {
    name: `backup: ${name}`,
    run: async (devices: Devices) => {
      const backup = {
        bundle: { ...frozenBackup.bundle, ...bundle },
        slots: frozenBackup.slots.map((slot) => ({ ...slot, ...slots(slot) })),
        seq,
      }
      const vault = await devices.empty(by)
      return vault.unlock(backup, secret ?? { code: vectors.backup.code }).then(
        () => 'opened',
        (error: { code?: string }) => error.code,
      )
    },
    expected: code,
  }
}

const passphrase = vectors.backup.pass
const cost = (p: object) => (slot: { p: object }) => ({ p: Object.keys(slot.p).length === 0 ? slot.p : p })

const backupCases: VectorCase[] = [
  unlockCase({ name: 'another code', secret: { code: '0000-0000-0000-0000-0000-0000-0000-0000' } }, 'bad_code'),
  unlockCase({ name: 'another passphrase', secret: { passphrase: 'phrase de passe' } }, 'wrong_secret'),
  unlockCase({ name: 'a code too short', secret: { code: '008J' } }, 'bad_code'),
  unlockCase({ name: 'no passkey slot', secret: { prf: new Uint8Array(32) } }, 'no_slot'),
  unlockCase({ name: 'slots of another user', by: bob }, 'wrong_secret'),
  unlockCase({ name: 'slot bit', slots: ({ ct }) => ({ ct: flip(ct, 0) }) }, 'wrong_secret'),
  unlockCase({ name: 'slot junk', slots: () => ({ salt: '' }) }, 'malformed'),
  unlockCase({ name: 'costs of a slot that has none', slots: () => ({ p: { m: 1 } }) }, 'kdf_params'),
  unlockCase({ name: 'lowered memory', secret: { passphrase }, slots: cost({ m: 1024, t: 3, p: 1 }) }, 'kdf_params'),
  unlockCase({ name: 'lowered rounds', secret: { passphrase }, slots: cost({ m: 65_536, t: 1, p: 1 }) }, 'kdf_params'),
  unlockCase(
    { name: 'memory that no phone has', secret: { passphrase }, slots: cost({ m: 2 ** 21, t: 3, p: 1 }) },
    'kdf_params',
  ),
  unlockCase(
    {
      name: 'few iterations',
      secret: { passphrase },
      slots: ({ t }) => (t === 'pbkdf2' ? { p: { i: 1000 } } : { t: 'code', p: {} }),
    },
    'kdf_params',
  ),
  unlockCase({ name: 'unknown slots', slots: () => ({ t: 'sha1' }) }, 'no_slot'),
  unlockCase({ name: 'bundle bit', bundle: { ct: flip(frozenBackup.bundle.ct, 0) } }, 'bad_bundle'),
  unlockCase({ name: 'edited sequence', bundle: { seq: 8 }, seq: 8 }, 'bad_bundle'),
  unlockCase({ name: 'two sequences', seq: 8 }, 'bad_bundle'),
  unlockCase({ name: 'unknown version', bundle: { v: 2 } }, 'unknown_version'),
]

export const vectorCases: readonly VectorCase[] = [
  ...good,
  ...keyCases,
  ...epochCases,
  ...messageCases,
  ...fileCases,
  ...backupCases,
]
