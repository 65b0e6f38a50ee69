import ChartLine from 'lucide-react/icons/chart-line'
import Palette from 'lucide-react/icons/palette'
import ShoppingBag from 'lucide-react/icons/shopping-bag'
import Workflow from 'lucide-react/icons/workflow'

import { useMessages } from '#i18n/messages.ts'
import { paths } from '#navigation/paths.ts'

import { NavLink } from './NavLink.tsx'
import { railEntry } from './rail-entry.ts'
import { shellMessages } from './shell.i18n.ts'

/** The second group of the side navigation: what members make of their pictures. */
export function RailAreas({ compact }: { compact: boolean }) {
  const m = useMessages(shellMessages)
  const areas = [
    { to: paths.workflows, name: m.workflows, Icon: Workflow },
    { to: paths.commissions, name: m.commissions, Icon: ShoppingBag },
    { to: paths.stats, name: m.stats, Icon: ChartLine },
    { to: paths.creator, name: m.creator, Icon: Palette },
  ] as const
  return (
    <ul className="mt-3.5 grid gap-0.5 border-t border-line pt-3.5">
      {areas.map(({ to, name, Icon }) => (
        <li key={to}>
          <NavLink to={to} className={railEntry} title={compact ? name : undefined}>
            <Icon aria-hidden="true" className="size-5.5 flex-none" strokeWidth={1.75} />
            <span className={compact ? 'sr-only' : undefined}>{name}</span>
          </NavLink>
        </li>
      ))}
    </ul>
  )
}
