/** Lines of the matrix of rights: reports, decisions of the staff and appeals. */
import type { TestDatabase } from '../../../tests/support/test-database.ts'
import { awa, kossi } from '../support/product-database.ts'
import { asOwner } from '../support/product-rest.ts'
import { ownedOnly, reading, type Line } from './rights-line.ts'

const decision = (database: TestDatabase) =>
  asOwner(
    database,
    `insert into public.moderation_actions (target_type, target_id, subject_id, action, rule, public_reason)
     values ('user', $1, $1, 'warn', 'spam', 'x') returning id as value`,
    [kossi],
  )

const staffReads = { ...ownedOnly, staff: reading, insertable: [], updatable: [] } as const

export const rightsOfSafety: Readonly<Record<string, Line>> = {
  reports: {
    row: async (database) => {
      const report = `insert into public.reports (reporter_id, target_type, target_id, subject_id, reason)
        values ($1, 'user', $2, $2, 'spam')
        on conflict on constraint reports_once do update set reason = 'spam' returning id as value`
      return `id=eq.${await asOwner(database, report, [kossi, awa])}`
    },
    insert: async () => ({ reporter_id: kossi, target_type: 'user', target_id: awa, reason: 'spam' }),
    update: { state: 'rejected' },
    ...staffReads,
  },
  moderation_actions: {
    row: async (database) => `id=eq.${await decision(database)}`,
    insert: async () => ({
      target_type: 'user',
      target_id: awa,
      subject_id: awa,
      action: 'ban',
      rule: 'spam',
      public_reason: 'x',
    }),
    update: { ended_at: '2020-01-01' },
    ...staffReads,
  },
  appeals: {
    row: async (database) => {
      const appeal =
        'insert into public.appeals (action_id, user_id, message) values ($1, $2, $3) returning id as value'
      return `id=eq.${await asOwner(database, appeal, [await decision(database), kossi, 'x'])}`
    },
    insert: async (database) => ({ action_id: await decision(database), user_id: kossi, message: 'x' }),
    update: { state: 'overturned' },
    ...staffReads,
  },
}
