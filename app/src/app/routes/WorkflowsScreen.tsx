import { useUserId } from '#data/session.ts'
import { listMessages } from '#features/workflow/list/list.i18n.ts'
import { WorkflowList } from '#features/workflow/list/WorkflowList.tsx'
import { useMessages } from '#i18n/messages.ts'
import { usePageTitle } from '#ui/screen/use-page-title.ts'

export function WorkflowsScreen() {
  const m = useMessages(listMessages)
  const userId = useUserId()
  usePageTitle(m.title)
  return <div className="page pb-8">{userId && <WorkflowList userId={userId} />}</div>
}
