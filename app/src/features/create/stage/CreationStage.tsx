/** Where a creation comes to be: what others began with, the work, the pictures, or why there are none. */
import type { Creation } from '#entities/generation/creation.ts'

import { ExamplePrompts } from '../form/ExamplePrompts.tsx'
import { ResultStage } from '../result/ResultStage.tsx'
import { SketchFigure } from '../sketch/SketchFigure.tsx'
import { FailureStage } from './FailureStage.tsx'
import { WorkStage } from './WorkStage.tsx'

export interface CreationStageProps {
  creation: Creation | null
  onEdit: () => void
}

export function CreationStage({ creation, onEdit }: CreationStageProps) {
  if (!creation) return <SketchFigure isLarge instead={<ExamplePrompts />} />
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
