/** Ways around an order: to files that are not open yet, to a step that is taken twice, to words that nobody signed. */
import type { Hole } from './hole.ts'
import { rewritten } from './rewritten.ts'

const seenBy = (file: string, title: string) =>
  ({ project: 'db', file: `supabase/tests/commissions/${file}.test.ts`, title }) as const

export const orderHoles: readonly Hole[] = [
  {
    threat: 'escrow',
    opens: 'a bank’s word that keeps a press on the same order waiting, which waits for it',
    sql: rewritten(
      'public.apply_payment_dispute(text, text, text, text, bigint, timestamptz)',
      'for no key update of q',
      'for update of q',
    ),
    test: seenBy('disputes', 'at the very moment of the other’s press (refund)'),
  },
  {
    threat: 'escrow',
    opens: 'a place that is counted without its lock',
    sql: rewritten(
      'billing.take_place(billing.payments)',
      'where m.id = p.milestone_id for update of s',
      'where m.id = p.milestone_id',
    ),
    test: seenBy('places', 'twenty people who pay for one place'),
  },
  {
    threat: 'order steps',
    opens: 'a step that is taken again when its answer was lost',
    sql: rewritten(
      'public.commission_step(uuid, text, integer, jsonb, uuid)',
      'if billing.was_taken(c, me, step, key) then',
      'if false then',
    ),
    test: seenBy('steps', 'again under the same key'),
  },
  {
    threat: 'order files',
    opens: 'a final file that opens when it is delivered',
    sql: rewritten(
      'billing.may_open(billing.commission_files, billing.commissions, text)',
      'e.to_creator > 0 and e.closed_at >',
      'coalesce(e.closed_at, billing.clock()) >',
    ),
    test: seenBy('files', 'a final opens to the client when its money is the creator’s'),
  },
  {
    threat: 'order disputes',
    opens: 'words of somebody else that are shown as one of the two’s',
    sql: rewritten(
      'billing.entry_of_step(billing.commissions, uuid, text, jsonb, boolean)',
      'in (c.client_id::text, c.creator_id::text)',
      'is not null',
    ),
    test: seenBy('disputes', 'shows what the two attach'),
  },
]
