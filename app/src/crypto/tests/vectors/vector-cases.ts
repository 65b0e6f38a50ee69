/** Every vector, and every way to spoil one with the code it must meet: the same list for Node and for a browser. */
import { fromBase64 } from '../../bytes.ts'
import { epochCases } from './epoch-cases.ts'
import { keyCases } from './key-cases.ts'
import { messageCases } from './message-cases.ts'
import { acquainted, otherId, reading, type Devices, type VectorCase } from './vector-case.ts'
import { alice, bob, conversation, direct, flip, frozenBackup, vectors, wrapOf } from './vectors.ts'

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
