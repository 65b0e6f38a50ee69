/**
 * Keys for the messages of demo people, so that a newcomer can write to one. Their private halves are kept nowhere: what
 * is written to them is sealed as to anybody, and nobody will ever read it.
 */
import type { SupabaseClient } from '@supabase/supabase-js'

import { noHash, signKeyRow } from '../../app/src/crypto/account/key-statement.ts'
import { generateEncryptionPair, generateIdentityPair, importSigningKey } from '../../app/src/crypto/ciphers.ts'

export async function ensureMessageKeys(service: SupabaseClient, userId: string): Promise<void> {
  const known = await service.from('user_public_keys').select('user_id').eq('user_id', userId).maybeSingle()
  if (known.error) throw known.error
  if (known.data) return
  const [encryption, identity] = await Promise.all([generateEncryptionPair(), generateIdentityPair()])
  const claim = {
    userId,
    generation: 1,
    encryptionKey: encryption.spki,
    identityKey: identity.spki,
    previousHash: noHash,
    createdMs: Date.now(),
  }
  const row = await signKeyRow(claim, { key: await importSigningKey(identity.pkcs8) })
  const { error } = await service.from('user_public_keys').insert(row)
  if (error) throw error
}
