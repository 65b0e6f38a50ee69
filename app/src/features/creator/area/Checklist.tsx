import type { CreatorOverview } from '@product/contract'
import Circle from 'lucide-react/icons/circle'
import CircleCheck from 'lucide-react/icons/circle-check'

import { useMessages } from '#i18n/messages.ts'

import { creatorMessages } from './creator.i18n.ts'

/** In words, not by colour alone. */
export function Checklist({ checklist }: Pick<CreatorOverview, 'checklist'>) {
  const m = useMessages(creatorMessages)
  const steps = [
    [m.checkPosts, checklist.posts >= 3],
    [m.checkProfile, checklist.has_profile],
    [m.checkKey, checklist.has_recovery_key],
    [m.checkNumber, checklist.has_number],
  ] as const
  return (
    <section aria-labelledby="creator-checklist" className="card">
      <h2 id="creator-checklist" className="text-base">
        {m.checklist}
      </h2>
      <ul className="mt-3 grid gap-2.5 text-sm">
        {steps.map(([name, isDone]) => {
          const Icon = isDone ? CircleCheck : Circle
          return (
            <li key={name} className="flex items-center gap-2.5">
              <Icon
                aria-hidden="true"
                className={isDone ? 'size-5 text-success-text' : 'size-5 text-text-3'}
                strokeWidth={1.75}
              />
              <span className="min-w-0 flex-1">{name}</span>
              <span className={isDone ? 'text-success-text' : 'text-text-2'}>{isDone ? m.done : m.todo}</span>
            </li>
          )
        })}
      </ul>
    </section>
  )
}
