import type { PlanResult } from '@product/contract'
import { useEffect, useState } from 'react'

import { refusalMessages, ruleInWords } from '#entities/generation/refusal.i18n.ts'
import { useMessages } from '#i18n/messages.ts'
import { Alert } from '#ui/feedback/Alert.tsx'

/** Long enough that a word which only begins like a refused one is written to its end. */
const patienceMs = 1200

/** Which words would be refused and why, before the press, to whoever has stopped writing. */
export function RefusedHint({ rule, terms }: NonNullable<PlanResult['refused']>) {
  const m = useMessages(refusalMessages)
  const [isShown, setShown] = useState(false)
  useEffect(() => {
    const timer = setTimeout(() => setShown(true), patienceMs)
    return () => clearTimeout(timer)
  }, [])
  return (
    <div role="status">
      {isShown && (
        <Alert tone="warning">
          <p className="font-semibold">
            {m.refused} : {ruleInWords(rule)}.
          </p>
          {terms.length > 0 && <p>{m.terms(terms.join(', '))}</p>}
        </Alert>
      )}
    </div>
  )
}
