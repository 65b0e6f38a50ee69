/** When all blobs were last listed, by whichever node: whoever starts, or takes over, does not begin anew. */
import type { Database } from '@platform/database'

import { serviceSession } from '../access/session.ts'
import type { SweepConfig } from '../config.ts'

const session = serviceSession('storage.object.delete')

/** Few blobs are listed at every turn. */
export function isListedLately(database: Database, { listEveryMs, much }: SweepConfig): Promise<boolean> {
  return database.read(session, async (tx) => {
    const [row] = await tx.query<{ is_lately: boolean }>(
      `select listed >= $1 and listed_at > now() - $2 * interval '1 ms' as is_lately from storage.installation`,
      [much, listEveryMs],
    )
    return row?.is_lately === true
  })
}

export function noteListed(database: Database, listed: number): Promise<void> {
  return database.write(session, async (tx) => {
    await tx.execute('update storage.installation set listed = $1, listed_at = now()', [listed])
  })
}
