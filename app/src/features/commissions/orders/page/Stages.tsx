import type { Commission } from '@product/contract'
import Check from 'lucide-react/icons/check'

import { useMessages } from '#i18n/messages.ts'
import { classNames } from '#ui/class-names.ts'

import { orderPageMessages } from './order-page.i18n.ts'

/** The way of an order that goes well, and where this one stands on it. */
export function Stages({ order }: { order: Commission }) {
  const m = useMessages(orderPageMessages)
  const names = [
    m.stageRequest,
    m.stageProposal,
    m.stagePaid,
    m.stageWork,
    m.stageDelivery,
    m.stageAccepted,
    m.stageReview,
  ]
  const present = stageOf(order)
  return (
    <div className="grid gap-1.5">
      <ol aria-label={m.stages} className="flex gap-1">
        {names.map((name, index) => (
          <li
            key={name}
            aria-current={index === present ? 'step' : undefined}
            className={classNames(
              'flex min-w-0 flex-1 flex-col gap-1.5 text-xs',
              index === present ? 'font-semibold text-text' : index < present ? 'text-text-2' : 'text-text-3',
            )}
          >
            <span className={classNames('h-1 rounded-full', index <= present ? 'bg-accent' : 'bg-surface-3')} />
            <span className="flex items-center gap-1 max-md:sr-only">
              {index < present && <Check aria-hidden="true" className="size-3.5 flex-none text-success-text" />}
              {name}
            </span>
          </li>
        ))}
      </ol>
      {/* A phone has room for one of the names. */}
      <p aria-hidden="true" className="text-xs font-semibold md:hidden">
        {names[present]} · {present + 1} / {names.length}
      </p>
    </div>
  )
}

/** How far it came; what ended otherwise stays where it was. */
function stageOf({ current, files, milestones, reviews, status, terms }: Commission): number {
  if (status === 'requested') return 0
  if (status === 'accepted') return reviews.mine ? 6 : 5
  if (['delivered', 'revision'].includes(status)) return 4
  if (status === 'in_progress') return 3
  if (status === 'funded') return 2
  if (status === 'proposed') return 1
  const wasDelivered = files.some(({ kind, milestone }) => kind === 'final' && milestone === current)
  if (wasDelivered) return 4
  if (milestones.some(({ funded_at: at }) => at !== null)) return 2
  return terms > 0 ? 1 : 0
}
