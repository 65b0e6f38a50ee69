/** What did not come to be: why, that it cost nothing, and the same settings again with one tap. */
import CircleAlert from 'lucide-react/icons/circle-alert'
import RotateCcw from 'lucide-react/icons/rotate-ccw'

import { useUserId } from '#data/session.ts'
import { removeCreation } from '#entities/generation/creation-store.ts'
import type { Creation, CreationOrder } from '#entities/generation/creation.ts'
import { explainFailure } from '#entities/generation/explain-problem.ts'
import { generationMessages } from '#entities/generation/generation.i18n.ts'
import { refusalMessages, ruleInWords } from '#entities/generation/refusal.i18n.ts'
import { startCreation } from '#entities/generation/send-creation.ts'
import { openModal } from '#entities/session/modals.ts'
import { useMessages } from '#i18n/messages.ts'
import { Button } from '#ui/button/Button.tsx'
import { TechnicalDetails } from '#ui/feedback/TechnicalDetails.tsx'

import { changeDraft, getDraft } from '../draft/draft-store.ts'
import { isEmptyDraft } from '../draft/draft.ts'
import { stageMessages } from './stage.i18n.ts'

export interface FailureStageProps {
  creation: Creation
  /** Back to the words. */
  onEdit: () => void
}

export function FailureStage({ creation, onEdit }: FailureStageProps) {
  const m = useMessages(stageMessages)
  const userId = useUserId()
  const { status, problem, charged, order, key } = creation
  const isBlocked = status === 'blocked'
  // The same words would be refused again.
  const isForEditing = isBlocked || problem?.code === 'subject_unknown'
  const retry = () => {
    if (userId === null) return
    removeCreation(key)
    startCreation(userId, sentAgain(order))
  }
  const edit = () => {
    if (isEmptyDraft(getDraft())) changeDraft({ prompt: order.prompt })
    onEdit()
  }
  return (
    <div className="grid min-h-72 content-center gap-4 lg:min-h-100">
      <div className="grid gap-2.5 rounded-md border border-line bg-surface p-4 text-sm">
        <Why creation={creation} />
        {charged === 0 && <p className="font-semibold text-success-text">{m.notCharged}</p>}
        <p className="prompt line-clamp-4 text-text-2">{order.prompt}</p>
        {problem?.message && !isBlocked && status !== 'canceled' && <TechnicalDetails text={problem.message} />}
      </div>
      <div className="flex gap-2">
        {!isForEditing && (
          <Button className="flex-1" icon={<RotateCcw aria-hidden="true" className="size-4.5" />} onClick={retry}>
            {m.retry}
          </Button>
        )}
        {isBlocked && (
          <Button variant="line" className="flex-1" onClick={() => openModal('contest', { id: creation.id ?? key })}>
            {m.contest}
          </Button>
        )}
        <Button variant={isForEditing ? 'ink' : 'ghost'} className="flex-1" onClick={edit}>
          {m.edit}
        </Button>
      </div>
    </div>
  )
}

/** What was sent may be gone meanwhile; pictures that are still on this device are sent once more. */
function sentAgain(order: CreationOrder): CreationOrder {
  const references = order.references.map(({ file, url, role, influence }) => ({
    file,
    url: file ? null : url,
    role,
    influence,
  }))
  return { ...order, references }
}

function Why({ creation }: { creation: Creation }) {
  const m = useMessages(stageMessages)
  const g = useMessages(generationMessages)
  if (creation.status === 'canceled')
    return (
      <h3 tabIndex={-1} data-stage-focus className="text-lg">
        {m.canceledTitle}
      </h3>
    )
  const isBlocked = creation.status === 'blocked'
  return (
    <>
      <h3 tabIndex={-1} data-stage-focus className="flex items-center gap-2.5 text-lg">
        <CircleAlert aria-hidden="true" className="size-5.5 flex-none text-danger-text" />
        {isBlocked ? m.blockedTitle : g.failure}
      </h3>
      {isBlocked ? <Reasons creation={creation} /> : <p>{explainFailure(creation)}</p>}
    </>
  )
}

function Reasons({ creation: { problem } }: { creation: Creation }) {
  const m = useMessages(stageMessages)
  const r = useMessages(refusalMessages)
  return (
    <p>
      {problem?.rule && `${m.rule(ruleInWords(problem.rule))} `}
      {problem?.terms && problem.terms.length > 0 && r.terms(problem.terms.join(', '))}
    </p>
  )
}
