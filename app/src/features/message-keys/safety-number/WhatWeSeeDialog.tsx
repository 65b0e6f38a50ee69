import Check from 'lucide-react/icons/check'
import Eye from 'lucide-react/icons/eye'
import type { LucideIcon } from 'lucide-react/types'

import { useMessages } from '#i18n/messages.ts'
import { Dialog } from '#ui/dialog/Dialog.tsx'

import { safetyMessages } from './safety.i18n.ts'

/** `?modal=what-we-see`: what encryption hides from the server, and what it does not. */
export function WhatWeSeeDialog({ onClose }: { onClose: () => void }) {
  const m = useMessages(safetyMessages)
  return (
    <Dialog title={m.seeTitle} onClose={onClose}>
      <div className="grid gap-5 text-sm">
        <Facts title={m.sees} icon={Eye} facts={[m.seesWho, m.seesWhen, m.seesSize, m.seesDevices]} />
        <Facts
          title={m.never}
          icon={Check}
          isGood
          facts={[m.neverText, m.neverImages, m.neverReactions, m.neverKeys]}
        />
        <p className="text-text-2">{m.limit}</p>
      </div>
    </Dialog>
  )
}

interface FactsProps {
  title: string
  icon: LucideIcon
  isGood?: boolean
  facts: readonly string[]
}

function Facts({ title, icon: Icon, isGood, facts }: FactsProps) {
  return (
    <section>
      <h3 className="text-base">{title}</h3>
      <ul className="mt-2 grid gap-2">
        {facts.map((fact) => (
          <li key={fact} className="flex gap-2.5">
            <Icon
              aria-hidden="true"
              className={`mt-px size-4.5 flex-none ${isGood ? 'text-success-text' : 'text-text-3'}`}
            />
            {fact}
          </li>
        ))}
      </ul>
    </section>
  )
}
