import { systemSession } from '@platform/database'

import type { TestDatabase } from '../../../tests/support/test-database.ts'

/** Answers the number of rows. */
export async function asOwner({ databases }: TestDatabase, text: string): Promise<number> {
  return (await databases.system.once(systemSession, { text }, 'write')).rowCount
}
