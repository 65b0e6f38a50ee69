/** Whether those who were let in once may still read: asked anew before something reaches them (THREATS W-04). */

import type { Observe } from '@platform/http'

import type { Authorization, ReadRights } from '../authorization.ts'
import type { Audience } from '../changes/row-changes.ts'
import type { RealtimeEvent } from '../events.ts'
import type { Member } from '../hub/topic.ts'

/** A member of a private topic, as far as its right to read is concerned. */
export interface Reader extends Member {
  readonly audience: Audience
  /** Without `realtime:`. */
  readonly topicName: string
  confirm(rights: ReadRights, at: number): void
}

interface RecheckParts {
  readonly authorization: Authorization
  readonly observe: Observe<RealtimeEvent>
}

/** Members of one topic. When the database does not answer nobody is confirmed, and nobody loses anything else. */
export async function recheckMembers(
  members: readonly Member[],
  { authorization, observe }: RecheckParts,
): Promise<void> {
  const readers = members.filter(isReader)
  const topic = readers[0]?.topicName
  if (topic === undefined) return
  const at = Date.now()
  const groups = [...Map.groupBy(readers, ({ audience }) => JSON.stringify([audience.role, audience.claims])).values()]
  try {
    const rights = await authorization.readRights(
      groups.map((group) => group[0]!.audience),
      topic,
    )
    for (const [index, group] of groups.entries()) {
      for (const reader of group) reader.confirm(rights[index] ?? { broadcast: false, presence: false }, at)
    }
  } catch (error) {
    observe({ kind: 'realtime.database-failed', task: 'recheck', error })
  }
}

const isReader = (member: Member): member is Reader => 'confirm' in member
