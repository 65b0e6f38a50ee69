/** Epochs: who opened them, for whom, and under which key. */
import { fromBase64, randomBytes, toBase64 } from '../../bytes.ts'
import type { Manifest } from '../../epochs/manifest.ts'
import type { EpochRow, WrapRow } from '../../rows.ts'
import { acquainted, otherConversation, otherId, type VectorCase } from './vector-case.ts'
import { alice, bob, carol, direct, epochKey, flip, forgeEpoch, manifest, vectors, wrapFor, wrapOf } from './vectors.ts'

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

export const epochCases: VectorCase[] = [
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
