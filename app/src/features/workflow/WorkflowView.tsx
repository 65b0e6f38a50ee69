/** `/workflow/{id}`: to be run, or to be edited by whoever owns it. */
import { useQuery } from '@tanstack/react-query'

import { workflowQueries } from '#entities/workflow/workflow-queries.ts'
import { wordsOf } from '#entities/workflow/workflow.ts'
import { useMessages } from '#i18n/messages.ts'
import { Link } from '#navigation/Link.tsx'
import { paths } from '#navigation/paths.ts'
import { buttonClass } from '#ui/button/button-class.ts'
import { Button } from '#ui/button/Button.tsx'
import { EmptyState } from '#ui/feedback/EmptyState.tsx'
import { ScreenSpinner } from '#ui/feedback/Spinner.tsx'
import { lazy } from '#ui/lazy.ts'
import { usePageTitle } from '#ui/screen/use-page-title.ts'

import { detailMessages } from './detail/detail.i18n.ts'
import { WorkflowDetail } from './detail/WorkflowDetail.tsx'

const WorkflowEditor = lazy(async () => (await import('./editor/WorkflowEditor.tsx')).WorkflowEditor)

export interface WorkflowViewProps {
  /** `new` for one that does not exist yet. */
  id: string
  userId: string
  isEditing: boolean
}

export function WorkflowView({ id, userId, isEditing }: WorkflowViewProps) {
  if (id === 'new')
    return (
      <div className="page pb-8">
        <WorkflowEditor reading={null} />
      </div>
    )
  return <KnownWorkflow id={id} userId={userId} isEditing={isEditing} />
}

function KnownWorkflow({ id, userId, isEditing }: WorkflowViewProps) {
  const m = useMessages(detailMessages)
  const query = useQuery(workflowQueries.one(id))
  const reading = query.data
  usePageTitle(reading ? wordsOf(reading.workflow).title : m.back)
  if (reading === undefined) {
    if (!query.isError) return <ScreenSpinner />
    return (
      <EmptyState
        heading="h1"
        title={m.back}
        text={m.failed}
        action={<Button onClick={() => void query.refetch()}>{m.retry}</Button>}
      />
    )
  }
  if (reading === null)
    return (
      <EmptyState
        heading="h1"
        title={m.missingTitle}
        text={m.missing}
        action={
          <Link to={paths.workflows} className={buttonClass()}>
            {m.toList}
          </Link>
        }
      />
    )
  return (
    <div className="page pb-8">
      {isEditing && reading.workflow.owner_id === userId ? (
        <WorkflowEditor key={reading.version} reading={reading} />
      ) : (
        <WorkflowDetail reading={reading} userId={userId} />
      )}
    </div>
  )
}
