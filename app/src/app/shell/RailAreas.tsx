import { NavLink } from './NavLink.tsx'
import { railEntry } from './rail-entry.ts'
import { useAreas } from './use-areas.ts'

/** The second group of the side navigation: what members make of their pictures. */
export function RailAreas({ compact }: { compact: boolean }) {
  return (
    <ul className="mt-3.5 grid gap-0.5 border-t border-line pt-3.5">
      {useAreas().map(({ to, name, Icon }) => (
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
