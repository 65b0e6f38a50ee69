import { useMessages } from '#i18n/messages.ts'
import { Link } from '#navigation/Link.tsx'
import { paths } from '#navigation/paths.ts'
import { wholeInRow } from '#ui/screen/whole-in-row.ts'

import { serviceMessages } from './service.i18n.ts'

const pages = [
  { name: 'find', to: paths.services, search: {} },
  { name: 'requests', to: paths.commissions, search: {} },
  { name: 'sales', to: paths.commissions, search: { tab: 'received' } },
  { name: 'mine', to: paths.ownServices, search: {} },
] as const

/** Between the four pages of orders: what is offered, what one asked for, what one makes, and what one offers. */
export function MarketNav({ present }: { present: (typeof pages)[number]['name'] }) {
  const m = useMessages(serviceMessages)
  return (
    <nav aria-label={m.market} className="flex gap-4 overflow-x-auto border-b border-line no-scrollbar">
      {pages.map(({ name, to, search }) => (
        <Link
          key={name}
          ref={name === present ? wholeInRow : undefined}
          to={to}
          search={search}
          aria-current={name === present ? 'page' : undefined}
          className="inline-flex min-h-11.5 flex-none items-center text-sm font-medium whitespace-nowrap text-text-3 hover:text-text aria-[current=page]:font-semibold aria-[current=page]:text-text aria-[current=page]:shadow-[inset_0_-2.5px_0_0_var(--accent)]"
        >
          {m[name]}
        </Link>
      ))}
    </nav>
  )
}
