import type { CommissionLine, CommissionSide, CommissionStatus } from '@product/contract'
import CalendarDays from 'lucide-react/icons/calendar-days'

import { nameOf, orderMessages } from '#entities/commission/order/order.i18n.ts'
import { StatusMark } from '#entities/commission/order/StatusMark.tsx'
import { useOrderFile } from '#entities/commission/order/use-order-file.ts'
import { formatShortDay } from '#i18n/format-dates.ts'
import { useMessages } from '#i18n/messages.ts'
import { Link } from '#navigation/Link.tsx'
import { paths } from '#navigation/paths.ts'
import { Pagne } from '#ui/cloth/Pagne.tsx'
import { Avatar } from '#ui/picture/Avatar.tsx'

import { listMessages } from './list.i18n.ts'

/** One order in a list: what it is, with whom, for how much, and what is due when. */
export function OrderLine({ line }: { line: CommissionLine }) {
  const m = useMessages(listMessages)
  const o = useMessages(orderMessages)
  const { id, other, price, role, service_title: title, status } = line
  const due = useDue(line)
  return (
    <li>
      <Link to={paths.commissions} search={{ order: id }} className="card flex min-w-0 gap-4 hover:border-line-strong">
        <Picture line={line} />
        <span className="grid min-w-0 flex-1 content-start gap-1.5">
          <span className="flex items-start justify-between gap-3">
            <strong className="display line-clamp-2 text-base leading-5 wrap-anywhere">{title}</strong>
            <StatusMark status={status} />
          </span>
          <span className="flex min-w-0 items-center gap-2 text-sm text-text-2">
            <Avatar id={other.id ?? id} src={other.avatar_url} size="xs" />
            <span className="truncate">{nameOf(other, o.somebody)}</span>
          </span>
          <span className="flex flex-wrap items-center gap-x-4 gap-y-1 text-sm">
            {price !== null && <strong className="num whitespace-nowrap">{o.francs(price)}</strong>}
            {due !== null && (
              <span className="flex items-center gap-1.5 text-text-2">
                <CalendarDays aria-hidden="true" className="size-4 flex-none" strokeWidth={1.75} />
                {due}
              </span>
            )}
          </span>
          {isTheirs(role, status) && (
            <span className="flex items-center gap-1.5 text-sm font-semibold text-accent-text">
              <i aria-hidden="true" className="losange text-base" />
              {m.toDo}
            </span>
          )}
        </span>
      </Link>
    </li>
  )
}

function Picture({ line: { id, preview } }: { line: CommissionLine }) {
  const { data: url } = useOrderFile(preview?.path ?? null)
  return (
    <span className="block h-24 w-20 flex-none overflow-hidden rounded-md bg-surface-2" aria-hidden="true">
      {url === undefined ? (
        <Pagne seed={id} className="size-full" />
      ) : (
        <img src={url} alt="" className="size-full object-cover" />
      )}
    </span>
  )
}

function useDue({ due_at: at, status }: CommissionLine): string | null {
  const m = useMessages(listMessages)
  if (at === null) return null
  const day = formatShortDay(at)
  const words: Partial<Record<CommissionStatus, string>> = {
    requested: m.answerBy(day),
    proposed: m.payBy(day),
    funded: m.startBy(day),
    in_progress: m.deliverBy(day),
    delivered: m.acceptBy(day),
    revision: m.reviseBy(day),
  }
  return words[status] ?? null
}

const turns: Readonly<Record<CommissionSide, readonly CommissionStatus[]>> = {
  client: ['proposed', 'delivered', 'disputed'],
  creator: ['requested', 'funded', 'in_progress', 'revision', 'disputed'],
}

/** Whether the next act is awaited of who looks. */
function isTheirs(role: CommissionSide, status: CommissionStatus): boolean {
  return turns[role].includes(status)
}
