import { isSettled, type Creation } from '#entities/generation/creation.ts'
import { generationMessages } from '#entities/generation/generation.i18n.ts'
import { useMessages } from '#i18n/messages.ts'
import { Button } from '#ui/button/Button.tsx'
import { Alert } from '#ui/feedback/Alert.tsx'

import { changeDraft, useDraftStore } from '../draft/draft-store.ts'
import { PlanNotice } from '../plan/PlanNotice.tsx'
import { usePlan } from '../plan/use-plan.ts'
import { useChosenImage } from '../result/chosen-image.ts'
import { useIsPublished } from '../result/publications.ts'
import { ResultActions } from '../result/ResultActions.tsx'
import { startFromDraft } from '../start.ts'
import { useAssistant } from './assistant.ts'
import { CreditLine } from './CreditLine.tsx'
import { formMessages } from './form.i18n.ts'
import { GenerateButton, useMissing, useWhyNot } from './GenerateButton.tsx'
import { usePrice } from './use-price.ts'

const whyId = 'generate-why'

export interface CreateFooterProps {
  shown: Creation | null
  hasForm: boolean
  hasStage: boolean
  onEdit: () => void
}

/** Under the form: what it costs, and the button. Under the stage alone: the way back to the form. */
export function CreateFooter({ shown, hasForm, hasStage, onEdit }: CreateFooterProps) {
  const m = useMessages(formMessages)
  const g = useMessages(generationMessages)
  const isPublished = useIsPublished(shown)
  if (shown === null || hasForm)
    return <OrderFooter isSecond={hasStage && shown?.status === 'succeeded' && !isPublished} />
  if (shown.status === 'succeeded') return <ResultFooter creation={shown} />
  if (isSettled(shown))
    return (
      <Button size="lg" wide onClick={onEdit}>
        {m.newImage}
      </Button>
    )
  // Where the generate button was: a second tap of a quick finger does nothing.
  return <Button size="lg" wide busyLabel={shown.status === 'waiting' ? g.waitingShort : g.busy} />
}

/** On a phone what one does with the picture stays in sight, however far one reads. */
function ResultFooter({ creation }: { creation: Creation }) {
  const { image } = useChosenImage(creation)
  return image ? <ResultActions key={image.id} creation={creation} image={image} /> : null
}

function OrderFooter({ isSecond }: { isSecond: boolean }) {
  const { count, prompt } = useDraftStore(({ draft }) => draft)
  const told = usePlan()
  const usualPrice = usePrice(count)
  const price = told === null ? usualPrice : told.cost * count
  const missing = useMissing(price)
  const why = useWhyNot()
  return (
    <div className="grid gap-3">
      <Warnings />
      <PlanNotice told={told} prompt={prompt} onReplace={(words) => changeDraft({ prompt: words })}>
        {why !== null && missing === 0 && (
          <p id={whyId} className="text-sm text-text-3">
            {why}
          </p>
        )}
      </PlanNotice>
      <div className="flex flex-wrap items-center gap-3">
        <CreditLine price={price} />
        <GenerateButton
          {...{ price, missing, isSecond }}
          plan={told?.plan ?? null}
          whyNot={why === null ? undefined : whyId}
          onGenerate={startFromDraft}
        />
      </div>
    </div>
  )
}

/** What the assistant thinks should be known before it is made. */
function Warnings() {
  const assistance = useAssistant((store) => store.assistance)
  const warnings = assistance.state === 'proposed' ? assistance.proposal.warnings : []
  if (warnings.length === 0) return null
  return <Alert tone="warning">{warnings.join(' ')}</Alert>
}
