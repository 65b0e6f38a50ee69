/** A backup that another one has replaced comes back: a stolen session can replace what it can never open (E2EE §5). */
import { fromBase64, wipe } from '../bytes.ts'
import type { HeldBackup, PublishedHead, RotatedKeys } from '../vault.ts'
import { addGeneration, importContent, type Device } from './account.ts'
import { openBackup, sealBundle } from './bundle.ts'

/** Old as it is: whoever asks for it has been told. What was published after it is followed by a key of its own. */
export async function restoreBackup(
  device: Device,
  { backup, secret }: HeldBackup,
  { seq, head }: { seq: number; head: PublishedHead | null },
): Promise<RotatedKeys> {
  const { userId, argon2, store } = device
  const { masterKey, content } = await openBackup({ backup, secret }, { userId, argon2, lowestSeq: 0 })
  const current = await importContent(device, content)
  let { keyRow } = current
  if (head && head.signature !== keyRow.signature) {
    const place = { generation: head.generation + 1, previousHash: fromBase64(head.hash, 32) }
    keyRow = await addGeneration(device, content, { current, place, isNewIdentity: false })
  }
  const seen = (await store.read('backups', 'self'))?.seq ?? 0
  const above = Math.max(seq, seen + 1)
  const bundle = await sealBundle(content, masterKey, { userId, v: 1, seq: above })
  wipe(masterKey)
  return { keyRow, backup: { bundle, slots: backup.slots, seq: above } }
}
