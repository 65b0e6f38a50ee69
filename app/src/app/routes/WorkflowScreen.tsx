import { useUserId } from '#data/session.ts'
import { WorkflowView } from '#features/workflow/WorkflowView.tsx'
import { paths } from '#navigation/paths.ts'
import { useParams, usePlace } from '#navigation/use-place.ts'

import { TopUp } from '../TopUp.tsx'

/** `/workflow/new` and `?edit=1` are the editor. */
export function WorkflowScreen() {
  const { id } = useParams(paths.workflow)
  const { search } = usePlace()
  const userId = useUserId()
  if (!userId || !id) return null
  return (
    <>
      <WorkflowView key={id} id={id} userId={userId} isEditing={search['edit'] === '1'} />
      <TopUp />
    </>
  )
}
