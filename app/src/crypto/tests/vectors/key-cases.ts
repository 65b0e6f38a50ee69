/** Published keys: whose they are said to be, and what is wrong with them. */
import { noHash, signKeyRow } from '../../account/key-statement.ts'
import { fromBase64, toBase64 } from '../../bytes.ts'
import { importSigningKey } from '../../ciphers.ts'
import type { KeyRow } from '../../rows.ts'
import type { VectorCase } from './vector-case.ts'
import { alice, bob, carol, flip, keyRowOf, userOf } from './vectors.ts'

function rowCase(name: string, change: Partial<KeyRow>, code: string): VectorCase {
  return {
    name: `key row: ${name}`,
    run: async (devices) => (await devices.of(bob)).checkKey({ ...keyRowOf(alice), ...change }),
    expected: { kind: 'refused', code },
  }
}

export const keyCases: VectorCase[] = [
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
    name: 'key row: its encryption key swapped after it was pinned',
    run: async (devices) => {
      const vault = await devices.of(bob)
      await vault.checkKey(keyRowOf(alice))
      return vault.checkKey({ ...keyRowOf(alice), public_key: keyRowOf(carol).public_key })
    },
    expected: { kind: 'refused', code: 'bad_kid' },
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
