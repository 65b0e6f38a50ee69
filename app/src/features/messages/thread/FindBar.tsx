/** Words looked for in this conversation, on this device: from the newest place to the oldest. */
import ChevronDown from 'lucide-react/icons/chevron-down'
import ChevronUp from 'lucide-react/icons/chevron-up'
import X from 'lucide-react/icons/x'
import { useEffect, useState } from 'react'

import { useMessageSearch } from '#entities/message/search/use-message-search.ts'
import { useMessages } from '#i18n/messages.ts'
import { IconButton } from '#ui/button/IconButton.tsx'
import { inputClass } from '#ui/fields/TextField.tsx'

import { threadMessages } from '../thread.i18n.ts'

export interface FindBarProps {
  conversationId: string
  /** At what is found; `null` at nothing. */
  onStand: (id: string | null) => void
  onClose: () => void
}

const icon = { 'aria-hidden': true, className: 'size-5' } as const

export function FindBar({ conversationId, onStand, onClose }: FindBarProps) {
  const m = useMessages(threadMessages)
  const [query, setQuery] = useState('')
  const [at, setAt] = useState(0)
  const { results } = useMessageSearch(query, { conversationId })
  const current = results[at]?.id ?? null
  useEffect(() => onStand(current), [onStand, current])
  const go = (step: 1 | -1) => {
    if (results.length > 0) setAt((at + step + results.length) % results.length)
  }
  const found = results.length === 0 ? m.foundNone : m.foundAt(at + 1, results.length)
  return (
    <div role="search" className="flex flex-none items-center gap-1 border-b border-line px-2 py-1.5 lg:px-6">
      <input
        type="search"
        // oxlint-disable-next-line jsx-a11y/no-autofocus -- opened to be typed in
        autoFocus
        aria-label={m.findIn}
        placeholder={m.findIn}
        value={query}
        onChange={(event) => {
          setQuery(event.target.value)
          setAt(0)
        }}
        onKeyDown={(event) => {
          if (event.key === 'Enter') go(event.shiftKey ? -1 : 1)
          if (event.key !== 'Escape') return
          event.stopPropagation()
          onClose()
        }}
        className={`${inputClass} min-h-11 min-w-0 flex-1 py-1.5!`}
      />
      <p role="status" className="min-w-16 flex-none px-1 text-center text-xs text-text-3">
        {query.trim() !== '' && found}
      </p>
      <IconButton label={m.previousFound} icon={<ChevronUp {...icon} />} onClick={() => go(1)} />
      <IconButton label={m.nextFound} icon={<ChevronDown {...icon} />} onClick={() => go(-1)} />
      <IconButton label={m.closeFind} icon={<X {...icon} />} onClick={onClose} />
    </div>
  )
}
