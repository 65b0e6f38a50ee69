import Images from 'lucide-react/icons/images'

import { openModal } from '#entities/session/modals.ts'
import { useMessages } from '#i18n/messages.ts'

import { NavLink } from './NavLink.tsx'
import { areaMessages, useAreas } from './use-areas.ts'

const tile =
  'flex min-h-14 w-full min-w-20 flex-col items-center justify-center gap-1 rounded-md bg-surface-2 px-2 py-1.5 text-center ' +
  'text-xs leading-tight font-medium whitespace-nowrap text-text-2 active:bg-surface-3'
const icon = { 'aria-hidden': true, className: 'size-5.5', strokeWidth: 1.75 } as const

/** On phones, where no side navigation stands, one's own profile leads to what the bar has no cell for. */
export function AreaTiles() {
  const m = useMessages(areaMessages)
  const areas = useAreas()
  return (
    <nav aria-label={m.areas}>
      <ul className="no-scrollbar -mx-(--gutter) flex gap-2 overflow-x-auto px-(--gutter)">
        <li>
          <button type="button" className={tile} onClick={() => openModal('images', { post: undefined })}>
            <Images {...icon} />
            {m.images}
          </button>
        </li>
        {areas.map(({ to, name, Icon }) => (
          <li key={to}>
            <NavLink to={to} className={tile}>
              <Icon {...icon} />
              {name}
            </NavLink>
          </li>
        ))}
      </ul>
    </nav>
  )
}
