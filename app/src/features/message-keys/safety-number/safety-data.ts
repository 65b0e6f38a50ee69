/** The safety number shared with somebody, and whether it was compared. */
import { queryOptions } from '@tanstack/react-query'

import type { Pin } from '#crypto/index.ts'
import { queryClient } from '#data/query-client.ts'
import { readKeyLog, readKeyRows } from '#entities/message/keys/key-wire.ts'
import { takeInPins, tellPins } from '#entities/message/keys/pin-sync.ts'
import { verifiedChanged } from '#entities/message/keys/use-verified.ts'
import { isOpenable, refreshVault, vaultOf } from '#entities/message/keys/vault.ts'
import { messengerOf } from '#entities/message/messenger.ts'

export type Safety = { kind: 'locked' | 'no-key' } | { kind: 'number'; digits: string; qr: string; state: Pin['state'] }

const keyOf = (userId: string, otherId: string) => ['message-keys', 'safety', userId, otherId]

export const safetyQuery = (userId: string, otherId: string) =>
  queryOptions({
    queryKey: keyOf(userId, otherId),
    queryFn: async (): Promise<Safety> => {
      const vault = await vaultOf(userId)
      if (!isOpenable(await refreshVault(userId))) return { kind: 'locked' }
      const [row] = await readKeyRows([otherId])
      if (!row?.signature) return { kind: 'no-key' }
      await takeInPins(vault)
      await vault.checkKey(row, await readKeyLog(otherId))
      const [{ digits, qr }, pins] = await Promise.all([vault.safetyNumber(otherId), vault.pins()])
      return { kind: 'number', digits, qr, state: pins.find((pin) => pin.userId === otherId)?.state ?? 'pinned' }
    },
    staleTime: 0,
  })

/** After comparing; for somebody whose identity changed this takes the new one. */
export async function setVerified(userId: string, { otherId, isVerified, hasChanged }: Verdict): Promise<void> {
  const vault = await vaultOf(userId)
  if (isVerified && hasChanged) await vault.acceptKey(otherId, { compared: true })
  await vault.markVerified(otherId, isVerified)
  tellPins(vault)
  await refreshVault(userId)
  vault.ring.forgetKeyOf(otherId)
  messengerOf(userId).keysChanged()
  await Promise.all([queryClient.invalidateQueries({ queryKey: keyOf(userId, otherId) }), verifiedChanged()])
}

/** What somebody's own screen shows, seen by this device's camera. A match counts as compared; anything else changes nothing. */
export async function compareScanned(userId: string, scanned: string, other: Pick<Verdict, 'otherId' | 'hasChanged'>) {
  const vault = await vaultOf(userId)
  const isSame = await vault.compareSafetyCode(other.otherId, scanned)
  if (isSame) await setVerified(userId, { ...other, isVerified: true })
  return isSame
}

export interface Verdict {
  otherId: string
  isVerified: boolean
  hasChanged: boolean
}
