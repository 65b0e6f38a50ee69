import { systemSession } from '@platform/database'

import type { TestDatabase } from '../../../tests/support/test-database.ts'

export async function asOwner({ databases }: TestDatabase, text: string): Promise<void> {
  await databases.system.once(systemSession, { text }, 'write')
}
