/** Opens a conversation's next epoch, and shares older ones: only with people whose keys were checked on this device. */
import { readAccount, type Device } from '../account/account.ts'
import { kidOf, noHash } from '../account/key-statement.ts'
import { fromBase64, randomBytes, sha256, toBase64, wipe } from '../bytes.ts'
import { sign, wrap } from '../ciphers.ts'
import { VaultError } from '../codes.ts'
import type { AccountRecord, EpochRecord } from '../records.ts'
import type { KeyRow, WrapRow } from '../rows.ts'
import type { MadeEpoch, NewEpoch } from '../vault.ts'
import { commitTo, shareStatement, wrapLabel, writeManifest } from './manifest.ts'
import { unwrapKey } from './open-epoch.ts'

interface Recipient {
  userId: string
  kid: string
  generation: number
  identityHash: string
  encryptionKey: string
}

export async function makeEpoch(device: Device, wanted: NewEpoch): Promise<MadeEpoch> {
  const { userId, now } = device
  const account = await readAccount(device)
  const previous = await readPrevious(device, wanted)
  const kept = await device.store.read('conversations', wanted.conversationId)
  const before = previous?.members.map((member) => member.userId) ?? []
  checkInvited(wanted.members, kept?.pair ?? [userId, ...before, ...(wanted.added ?? [])], userId)
  const recipients = await Promise.all(wanted.members.map((row) => recipientOf(device, row, account)))
  recipients.sort((one, other) => (one.userId < other.userId ? -1 : 1))
  const { conversationId } = wanted
  const epochId = crypto.randomUUID()
  const key = randomBytes(32)
  const manifest = writeManifest({
    conversationId,
    epochId,
    creatorId: userId,
    createdMs: now(),
    previousId: previous?.epochId ?? null,
    previousHash: previous?.manifestHash ?? toBase64(noHash),
    commit: toBase64(await commitTo(epochId, key)),
    members: recipients,
  })
  const wraps = await Promise.all(
    recipients.map(async ({ userId, kid, encryptionKey }) => {
      const label = wrapLabel({ conversationId, epochId, userId, kid })
      const wrapped = await wrap(fromBase64(encryptionKey), key, label)
      return { epoch_id: epochId, user_id: userId, kid, wrapped_key: toBase64(wrapped) }
    }),
  )
  wipe(key)
  return {
    epochId,
    epoch_id: epochId,
    conversation_id: conversationId,
    creator_id: userId,
    manifest: toBase64(manifest),
    signature: toBase64(await sign(account.identityKey, manifest)),
    wraps,
  }
}

async function readPrevious({ store }: Device, { previous, conversationId }: NewEpoch): Promise<EpochRecord | null> {
  if (previous === undefined) return null
  const record = await store.read('epochs', previous)
  if (record?.conversationId !== conversationId) throw new VaultError('unknown_epoch')
  return record
}

/** The server's list of participants gives nobody a key; two people stay two. */
function checkInvited(members: readonly KeyRow[], people: readonly string[], ownId: string): void {
  const invited = new Set(people)
  if (!members.every(({ user_id: userId }) => invited.has(userId))) throw new VaultError('uninvited')
  if (!members.some(({ user_id: userId }) => userId === ownId)) throw new VaultError('not_member')
  if (new Set(members.map(({ user_id: userId }) => userId)).size !== members.length) throw new VaultError('malformed')
}

/** `checkKey` has verified a row of this identity, generation and kid; here it must be that very key. */
async function recipientOf(device: Device, row: KeyRow, account: AccountRecord): Promise<Recipient> {
  const userId = row.user_id
  const own = { identity: account.identity, generation: account.keyRow.generation ?? 0, kid: account.keyRow.kid }
  const pin = userId === device.userId ? own : await device.store.read('pins', userId)
  if (!pin) throw new VaultError('unknown_identity')
  if ('offered' in pin && pin.offered) throw new VaultError('identity_changed')
  const kid = await kidOf(fromBase64(row.public_key))
  if (row.identity_key !== pin.identity) throw new VaultError('identity_changed')
  if (kid !== pin.kid) throw new VaultError('key_rollback')
  const identityHash = toBase64(await sha256(fromBase64(pin.identity)))
  return { userId, kid, generation: pin.generation, identityHash, encryptionKey: row.public_key }
}

export async function shareEpochs(device: Device, epochIds: readonly string[], row: KeyRow): Promise<WrapRow[]> {
  const account = await readAccount(device)
  const { userId, kid, encryptionKey } = await recipientOf(device, row, account)
  const shared: WrapRow[] = []
  for (const epochId of epochIds) {
    const record = await device.store.read('epochs', epochId)
    const isMember = record?.members.some((member) => member.userId === device.userId)
    if (!record?.wrapped || !isMember) continue
    const { conversationId, wrapped } = record
    const key = await unwrapKey(device, record, { kid: wrapped.kid, wrapped_key: wrapped.wrappedKey })
    const again = await wrap(fromBase64(encryptionKey), key, wrapLabel({ conversationId, epochId, userId, kid }))
    wipe(key)
    const signature = await sign(account.identityKey, await shareStatement({ epochId, userId, kid }, again))
    shared.push({
      epoch_id: epochId,
      user_id: userId,
      kid,
      wrapped_key: toBase64(again),
      shared_by: device.userId,
      share_sig: toBase64(signature),
    })
  }
  return shared
}
