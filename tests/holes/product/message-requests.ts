/** Ways to learn that a request was read, or never to (THREATS M-08). */
import type { Hole } from '../hole.ts'
import { rewritten } from '../rewritten.ts'

const requests = { project: 'db', file: 'supabase/tests/messages/message-requests.test.ts' } as const
const markRead = 'public.mark_read(uuid, timestamptz)'

export const messageRequestHoles: readonly Hole[] = [
  {
    threat: 'M-08',
    opens: 'whoever asks to write learns that one has looked',
    sql: rewritten('app.lets_know_of_reading(uuid)', "p.state = 'accepted' and s.read_receipts", 's.read_receipts'),
    test: { ...requests, title: 'M-08 what is read of a request' },
  },
  {
    threat: 'M-08',
    opens: 'accepting tells of what one keeps to oneself',
    sql: rewritten('app.accept_request(uuid, uuid)', 'and app.lets_know_of_reading(p_conversation)', ''),
    test: { ...requests, title: 'M-08 whoever lets nobody know' },
  },
  {
    threat: 'M-08',
    opens: 'who accepts and reads at once is taken for one who has not accepted',
    sql: rewritten(
      markRead,
      'is_shown boolean;',
      'is_shown constant boolean := app.lets_know_of_reading(conversation);',
    ).replace(
      'execute replace(was,',
      "execute replace(replace(was, 'is_shown := app.lets_know_of_reading(conversation);', ''),",
    ),
    test: { ...requests, title: 'what is read while it is accepted' },
  },
  {
    threat: 'M-08',
    opens: 'who reads and accepts at once has read nothing',
    sql: rewritten('app.accept_request(uuid, uuid)', 'for update', ''),
    test: { ...requests, title: 'what is accepted while it is read' },
  },
  {
    threat: 'M-08',
    opens: 'what was read of a request is told to nobody, ever',
    sql: rewritten('app.accept_request(uuid, uuid)', 'if read_up_to is not null', 'if read_up_to is null'),
    test: { ...requests, title: 'who answers has accepted' },
  },
]
