/** The codes of gifts that were bought on this device: the server keeps their digest alone, and tells each once. */
import { readPrivate, writePrivate } from '#data/device/private-storage.ts'

const entry = 'gift-codes'
const most = 20

function readAll(): Record<string, string> {
  try {
    const kept: unknown = JSON.parse(readPrivate(entry) || '{}')
    return typeof kept === 'object' && kept !== null ? (kept as Record<string, string>) : {}
  } catch {
    return {}
  }
}

export function keepCode(paymentId: string, code: string): void {
  const others = Object.entries(readAll()).filter(([id]) => id !== paymentId)
  writePrivate(entry, JSON.stringify(Object.fromEntries([...others, [paymentId, code]].slice(-most))))
}

export function codeOf(paymentId: string): string | null {
  return readAll()[paymentId] ?? null
}
