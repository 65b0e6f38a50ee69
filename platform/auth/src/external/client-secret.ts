/** Secrets that providers gave us, as the database keeps them: readable only with the secrets of this server. */
import type { Sealer } from '../store/seal.ts'

const PREFIX = 'sealed:'

export function sealSecret(sealer: Sealer | null, secret: string): string {
  return sealer === null ? secret : PREFIX + sealer.seal(secret)
}

/** @throws {Error} for one that was sealed with other secrets */
export function openSecret(sealer: Sealer | null, stored: string): string {
  if (sealer === null || !stored.startsWith(PREFIX)) return stored
  const secret = sealer.open(stored.slice(PREFIX.length))
  if (secret === null) throw new Error('The secret of the provider was sealed with other secrets of this server')
  return secret
}
