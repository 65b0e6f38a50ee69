/** The last balance that this device was told, for whoever has no network just now; it leaves with whoever signs out. */
import { readPrivate, writePrivate } from '#data/device/private-storage.ts'

const entry = 'balance'

export function keepBalance(available: number): void {
  writePrivate(entry, String(available))
}

export function keptBalance(): number | null {
  const kept = readPrivate(entry)
  return /^\d{1,9}$/u.test(kept) ? Number(kept) : null
}
