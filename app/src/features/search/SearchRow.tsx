import X from 'lucide-react/icons/x'
import type { ReactNode } from 'react'

import { IconButton } from '#ui/button/IconButton.tsx'

export interface SearchRowProps {
  search: string
  icon: ReactNode
  /** What came since one last looked. */
  news?: string | null
  removeLabel: string
  onAsk: (text: string) => void
  onRemove: () => void
}

/** One search that can be asked again with one press, or taken off the list. */
export function SearchRow({ search, icon, news = null, removeLabel, onAsk, onRemove }: SearchRowProps) {
  return (
    <li className="-mx-2 flex items-center rounded-md hover:bg-surface-2">
      <button
        type="button"
        data-result
        onClick={() => onAsk(search)}
        className="flex min-h-11 min-w-0 flex-1 items-center gap-3 px-2 text-left"
      >
        {icon}
        <bdi className="truncate">{search}</bdi>
        {news !== null && (
          <span className="count ml-auto flex-none rounded-full bg-accent-soft px-2 py-0.5 text-xs font-semibold text-on-accent-soft">
            {news}
          </span>
        )}
      </button>
      <IconButton label={removeLabel} icon={<X aria-hidden="true" className="size-4.5" />} onClick={onRemove} />
    </li>
  )
}
