/** What the server keeps of a message, and what is inside it once opened (E2EE §2.3). */

import type { MessageBody as SignedBody } from '#crypto/index.ts'
import type { Row } from '#data/question.ts'

export type { Attachment, MessageType, SealedRow } from '#crypto/index.ts'

export type MessageRow = Row<'encrypted_messages'>

/** The signed words. A body with `edit`, `del` or `react` says something about another message. */
export type MessageBody = SignedBody & {
  /** A group's new name. */
  name?: string
  /** After how many seconds messages disappear from now on; null: they stay. */
  vanish?: number | null
  /** Whom the sender has let into the group: any member's device may give them the next key (E2EE §2.2). */
  add?: string[]
  /** Whom the sender has taken out of the group. */
  drop?: string[]
  /** The sender leaves the group. */
  gone?: true
}

/** An instant of the wire with all its six decimals: PostgreSQL drops trailing zeros, and texts are compared. */
export function instantOf(text: string): string {
  const [, seconds = '', decimals = ''] =
    /^(\d{4}-\d\d-\d\d[T ]\d\d:\d\d:\d\d)(?:\.(\d{1,6}))?(?:\+00(?::?00)?|Z)$/u.exec(text) ?? []
  if (seconds === '') return new Date(text).toISOString().replace('Z', '000Z')
  return `${seconds.replace(' ', 'T')}.${decimals.padEnd(6, '0')}Z`
}
