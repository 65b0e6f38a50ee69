/** Where a creation comes to be: an empty loom, the work, the pictures, or why there are none. */
import type { Creation } from '#entities/generation/creation.ts'
import { sizeOf } from '#entities/generation/sizes.ts'
import { useMessages } from '#i18n/messages.ts'

import { useDraftStore } from '../draft/draft-store.ts'
import { ResultStage } from '../result/ResultStage.tsx'
import { FailureStage } from './FailureStage.tsx'
import { Loom } from './Loom.tsx'
import { stageMessages } from './stage.i18n.ts'
import { WorkStage } from './WorkStage.tsx'

export interface CreationStageProps {
  creation: Creation | null
  onEdit: () => void
}

export function CreationStage({ creation, onEdit }: CreationStageProps) {
  if (!creation) return <EmptyStage />
  switch (creation.status) {
    case 'succeeded':
      return <ResultStage key={creation.key} creation={creation} onEdit={onEdit} />
    case 'failed':
    case 'blocked':
    case 'canceled':
    case 'expired':
      return <FailureStage creation={creation} onEdit={onEdit} />
    default:
      return <WorkStage key={creation.key} creation={creation} onEdit={onEdit} />
  }
}

function EmptyStage() {
  const m = useMessages(stageMessages)
  const ratio = useDraftStore(({ draft }) => draft.ratio)
  return (
    <div className="grid gap-3">
      <Loom size={sizeOf(ratio)} creation={null} />
      <p className="text-center text-sm text-text-2">{m.empty}</p>
    </div>
  )
}
