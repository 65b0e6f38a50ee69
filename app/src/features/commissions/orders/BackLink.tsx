import ChevronLeft from 'lucide-react/icons/chevron-left'

import { orderMessages } from '#entities/commission/order/order.i18n.ts'
import { useMessages } from '#i18n/messages.ts'
import { Link } from '#navigation/Link.tsx'
import { paths } from '#navigation/paths.ts'

/** From one order to the list that it stands in. */
export function BackLink({ tab }: { tab?: string | undefined }) {
  const m = useMessages(orderMessages)
  return (
    <Link
      to={paths.commissions}
      search={{ tab }}
      className="-ml-1 inline-flex min-h-11 items-center gap-1 justify-self-start text-sm font-medium text-text-2 hover:text-text"
    >
      <ChevronLeft aria-hidden="true" className="size-5" />
      {m.orders}
    </Link>
  )
}
