import CircleAlert from 'lucide-react/icons/circle-alert'
import CircleCheck from 'lucide-react/icons/circle-check'

import { useMessages } from '#i18n/messages.ts'
import { Button } from '#ui/button/Button.tsx'

import { checkCredits, type CreditsRead } from './check-credits.ts'
import { creditsMessages } from './credits.i18n.ts'

export interface CreditChecksProps {
  read: CreditsRead
  isReading: boolean
  onAgain: () => void
}

/** Invariants of one's own figures, counted on this device. */
export function CreditChecks({ read, isReading, onAgain }: CreditChecksProps) {
  const m = useMessages(creditsMessages)
  const { sum, latest, chain, holds } = checkCredits(read)
  const checks = [
    [m.checkSum, sum],
    [m.checkLatest, latest],
    [m.checkChain, chain],
    [m.checkHolds, holds],
  ] as const
  // Figures come one after the other, and disagree for as long as that takes.
  const isWrong = !isReading && checks.some(([, isRight]) => !isRight)
  return (
    <section className="card" aria-labelledby="checks">
      <h2 id="checks">{m.checks}</h2>
      <ul className="mt-3 grid gap-2 text-sm">
        {checks.map(([rule, isRight]) => (
          <li key={rule} className="flex items-start gap-2.5">
            <Mark isRight={isRight || isReading} label={isRight || isReading ? m.checkRight : m.checkWrong} />
            {rule}
          </li>
        ))}
      </ul>
      {isWrong && <p className="mt-3 text-sm text-text-2">{m.checkWrongText}</p>}
      <Button size="sm" className="mt-4" busyLabel={isReading && m.checking} onClick={onAgain}>
        {m.again}
      </Button>
    </section>
  )
}

function Mark({ isRight, label }: { isRight: boolean; label: string }) {
  const Icon = isRight ? CircleCheck : CircleAlert
  return (
    <span className={isRight ? 'text-success-text' : 'text-danger-text'}>
      <Icon aria-hidden="true" className="size-5" strokeWidth={1.75} />
      <span className="sr-only">{label}</span>
    </span>
  )
}
