import type { CreatorOverview } from '@product/contract'

import { useMessages } from '#i18n/messages.ts'
import { ChecklistItem } from '#ui/feedback/ChecklistItem.tsx'

import { creatorMessages } from './creator.i18n.ts'

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
        {steps.map(([name, isDone]) => (
          <ChecklistItem key={name} name={name} isDone={isDone} state={isDone ? m.done : m.todo} />
        ))}
      </ul>
    </section>
  )
}
