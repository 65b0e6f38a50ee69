import { useMessages } from '#i18n/messages.ts'
/** The specification's static credit line (spec §9). */
import { Link } from '#navigation/Link.tsx'
import { buttonClass } from '#ui/button-class.ts'

import { createMessages } from './create-messages.ts'

export function CreditLine() {
  const m = useMessages(createMessages)
  return (
    <div className="flex flex-1 basis-72 items-center gap-3">
      <i aria-hidden="true" className="losange flex-none text-lg text-credit" />
      <p className="min-w-0 flex-1 text-sm leading-tight">
        <span className="block font-semibold">{m.creditsLeft}</span>
        <span lang="en" className="text-xs text-text-3">
          {m.cost}
        </span>
      </p>
      <Link to="/payment" className={buttonClass({ size: 'sm' })}>
        {m.buy}
      </Link>
    </div>
  )
}
