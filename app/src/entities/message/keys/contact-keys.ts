/** Other people's published keys: read once, held against the pins of this device, read again when they change. */
import type { KeyRow } from '#crypto/index.ts'

import type { CheckedKey, SessionVault } from './key-ring.ts'
import { readKeyLog, readKeyRows } from './key-wire.ts'
import { takeInPins, tellPins } from './pin-sync.ts'
import { verifiedChanged } from './use-verified.ts'

/** Those who have a key; `null` for whoever has none yet. */
export async function checkKeys(
  vault: SessionVault,
  userIds: readonly string[],
): Promise<ReadonlyMap<string, CheckedKey | null>> {
  const { checked } = vault.ring
  const missing = userIds.filter((id) => !checked.has(id))
  if (missing.length > 0) {
    const rows = readKeyRows(missing)
    for (const id of missing) {
      const found = rows.then((all) =>
        checkOne(
          vault,
          all.find(({ user_id: owner }) => owner === id),
        ),
      )
      checked.set(id, found)
      // Somebody without a key may have one in a moment: the next question asks again.
      found.then(
        (key) => key === null && checked.get(id) === found && checked.delete(id),
        () => checked.get(id) === found && checked.delete(id),
      )
    }
  }
  const entries = userIds.map(async (id) => [id, (await checked.get(id)) ?? null] as const)
  return new Map(await Promise.all(entries))
}

/** The log shows what somebody was before, and whether a new identity was handed on in good order. */
async function checkOne(vault: SessionVault, row: KeyRow | undefined): Promise<CheckedKey | null> {
  if (!row) return null
  const takingIn = takeInPins(vault)
  const isPinned = async () => (await vault.pins()).some(({ userId }) => userId === row.user_id)
  // Whoever is met here for the first time may be known to another device.
  if (!(await isPinned())) await takingIn
  if (await isPinned()) {
    const check = await vault.checkKey(row)
    if (check.kind !== 'changed' && check.code !== 'bad_chain') return { row, check }
  }
  const check = await vault.checkKey(row, await readKeyLog(row.user_id))
  if (check.kind !== 'refused') tellPins(vault)
  if (check.kind === 'changed') void verifiedChanged()
  return { row, check }
}
