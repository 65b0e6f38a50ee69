/** « Recherche intelligente »: people, publications and hashtags, suggested while one types and listed when one asks. */
import { useState } from 'react'

import { useOnline } from '#data/network.ts'
import { useUserId } from '#data/session.ts'
import { useModalSearch } from '#entities/session/modals.ts'
import { useMessages } from '#i18n/messages.ts'
import { changeSearch, getPlace } from '#navigation/place.ts'
import { Dialog } from '#ui/dialog/Dialog.tsx'

import { listenToArrows } from './arrow-keys.ts'
import { BeforeTyping } from './BeforeTyping.tsx'
import { SearchField } from './field/SearchField.tsx'
import { FilterChips } from './FilterChips.tsx'
import type { OpenPerson } from './open-person.ts'
import { rememberSearch } from './recent-searches.ts'
import { SearchResults } from './results/SearchResults.tsx'
import { readSearch } from './search-text.ts'
import { searchMessages } from './search.i18n.ts'

export interface SearchDialogProps {
  onClose: () => void
  /** Where somebody is looked for to talk to: what choosing a person does instead of showing their profile. */
  onPerson?: OpenPerson
}

export function SearchDialog({ onClose, onPerson }: SearchDialogProps) {
  const m = useMessages(searchMessages)
  const userId = useUserId()
  const isOnline = useOnline()
  const { q: asked = '' } = useModalSearch()
  const [typed, setTyped] = useState(asked)
  const isAsked = typed.trim() !== '' && typed.trim() === asked.trim()
  const isNarrowable = isOnline && (isAsked || readSearch(typed).operators.length > 0)
  const ask = (text: string) => {
    const wanted = text.trim()
    setTyped(text)
    if (wanted === '' || !isOnline) return
    rememberSearch(userId, wanted)
    changeSearch({ q: wanted }, { replace: true, state: getPlace().state })
  }
  return (
    <Dialog title={m.title} onClose={onClose} size="md" tall>
      <div>
        <SearchField
          typed={typed}
          isAsked={isAsked}
          onType={setTyped}
          onAsk={ask}
          onPerson={onPerson}
          hasActs={!onPerson}
        />
        {onPerson && <p className="mt-2 text-sm text-text-3">{m.toWrite}</p>}
        <div ref={listenToArrows}>
          {isNarrowable && <FilterChips typed={typed} onChange={isAsked ? ask : setTyped} />}
          {isAsked && isOnline && <SearchResults typed={asked} onAsk={ask} onPerson={onPerson} />}
          {(typed.trim() === '' || !isOnline) && <BeforeTyping isOnline={isOnline} onAsk={ask} onPerson={onPerson} />}
        </div>
      </div>
    </Dialog>
  )
}
