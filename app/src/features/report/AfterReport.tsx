import { useUserId } from '#data/session.ts'
import { loadPostActs } from '#entities/post/use-post-actions.ts'
import { usePersonActions } from '#entities/profile/use-person-actions.ts'
import { useMessages } from '#i18n/messages.ts'
import { Button } from '#ui/button/Button.tsx'

import type { Reported } from './report-api.ts'
import { reportMessages } from './report.i18n.ts'
import type { ReportedFacts } from './reported-query.ts'

export interface AfterReportProps {
  reported: Reported
  about: ReportedFacts | null
  onClose: () => void
}

/** What one need not wait for a decision to do: see no more of this person, or of this publication. */
export function AfterReport({ reported, about, onClose }: AfterReportProps) {
  const m = useMessages(reportMessages)
  const userId = useUserId()
  const person = about?.person ?? null
  const { block } = usePersonActions(person ?? { id: reported.id })
  const postId = about?.postId ?? null
  const hide = () => {
    onClose()
    if (userId !== null && postId !== null)
      void loadPostActs().then((acts) => acts.hide({ postId, userId, wanted: true }))
  }
  return (
    <div className="flex flex-wrap gap-2">
      {person && (
        <Button
          variant="line"
          className="flex-1"
          onClick={() => {
            onClose()
            block()
          }}
        >
          {m.block}
        </Button>
      )}
      {postId !== null && (
        <Button variant="line" className="flex-1" onClick={hide}>
          {m.hide}
        </Button>
      )}
      <Button variant="ink" className="flex-1" onClick={onClose}>
        {m.close}
      </Button>
    </div>
  )
}
