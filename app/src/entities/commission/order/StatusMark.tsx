import type { CommissionStatus } from '@product/contract'

import { useMessages } from '#i18n/messages.ts'
import { classNames } from '#ui/class-names.ts'

import { orderMessages, statusClass } from './order.i18n.ts'

export function StatusMark({ status }: { status: CommissionStatus }) {
  const m = useMessages(orderMessages)
  return (
    <span
      className={classNames(
        'flex-none rounded-sm px-2.5 py-0.5 text-xs font-semibold whitespace-nowrap',
        statusClass(status),
      )}
    >
      {m[status]}
    </span>
  )
}
