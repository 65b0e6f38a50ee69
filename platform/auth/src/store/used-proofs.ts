/** auth.used_proofs: statements signed elsewhere that have signed somebody in here, and never will again. */
import { createHash } from 'node:crypto'

import type { WriteTransaction } from '@platform/database'

/** False for a proof that has been used. `until`: when it expires by itself, in epoch milliseconds. */
export async function useProof(tx: WriteTransaction, proof: string, until: number): Promise<boolean> {
  await tx.execute('delete from auth.used_proofs where expires_at < now()')
  const added = await tx.execute(
    'insert into auth.used_proofs (proof_hash, expires_at) values ($1, to_timestamp($2)) on conflict do nothing',
    [createHash('sha256').update(proof).digest('hex'), until / 1000],
  )
  return added > 0
}
