import type { PicturePlan } from '@product/contract'

import { useOnline } from '#data/network.ts'
import { creditMessages } from '#entities/credits/credit.i18n.ts'
import { useCredits } from '#entities/credits/use-credits.ts'
import { useRunningCreation } from '#entities/generation/creation-store.ts'
import { generationMessages } from '#entities/generation/generation.i18n.ts'
import { likenessMessages } from '#entities/image/likeness/likeness.i18n.ts'
import { openTopUp } from '#entities/payment/top-up-place.ts'
import { useMessages } from '#i18n/messages.ts'
import { Button } from '#ui/button/Button.tsx'

import { useDraftStore } from '../draft/draft-store.ts'
import { verdictToAgreeTo } from '../plan/consent.ts'
import { unansweredIn } from '../references/likeness.ts'
import { isPreparing } from '../start.ts'
import { formMessages } from './form.i18n.ts'

export interface GenerateButtonProps {
  price: number
  /** Credits that are wanting. */
  missing: number
  /** Where one is told. */
  plan: PicturePlan | null
  /** A result that can be published is in sight: one latérite per view. */
  isSecond: boolean
  /** The id of what says why nothing can be made yet. */
  whyNot: string | undefined
  onGenerate: () => void
}

export function GenerateButton({ price, missing, plan, isSecond, whyNot, onGenerate }: GenerateButtonProps) {
  const m = useMessages(formMessages)
  const c = useMessages(creditMessages)
  const g = useMessages(generationMessages)
  const running = useRunningCreation()
  const isOnline = useOnline()
  const action = useAction(plan, c.credits(price))
  const variant = isSecond ? 'ink' : 'primary'
  if (missing > 0 && !running)
    return (
      <Button variant={variant} size="lg" className="flex-1 basis-64" onClick={() => openTopUp(missing)}>
        {m.addCredits(c.credits(missing))}
      </Button>
    )
  return (
    <Button
      variant={variant}
      size="lg"
      disabled={whyNot !== undefined}
      busyLabel={running !== null && g.busy}
      onClick={onGenerate}
      aria-describedby={whyNot}
      className={`flex-1 basis-64 ${isOnline ? '' : 'text-sm! whitespace-normal!'}`}
    >
      {isOnline ? action : m.queueUp}
    </Button>
  )
}

/** What a press does: whoever was told what is missing goes on all the same. */
export function useAction(plan: PicturePlan | null, credits: string): string {
  const m = useMessages(formMessages)
  const verdict = verdictToAgreeTo(plan)
  if (verdict === 'partial') return m.continueFor(credits)
  if (verdict === 'subject_unknown') return m.sceneryOnly
  return verdict === 'abstract' ? m.abstractOnly : m.generateFor(credits)
}

/** What is still to be done before anything can be made, in words; nothing while something is made. */
export function useWhyNot(): string | null {
  const m = useMessages(formMessages)
  const { first } = useMessages(likenessMessages)
  const draft = useDraftStore((store) => store.draft)
  const running = useRunningCreation()
  if (running) return null
  if (draft.prompt.trim() === '') return m.describe
  if (isPreparing(draft)) return m.preparing
  return unansweredIn(draft).length > 0 ? first : null
}

/** Credits that are wanting; none as long as the balance is not known. */
export function useMissing(price: number): number {
  const { data: balance } = useCredits()
  return balance ? Math.max(0, price - balance.available) : 0
}
