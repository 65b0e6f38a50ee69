import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { useDeferredValue, useState } from 'react'

import { peopleFoundBy } from '#entities/profile/find-people.ts'
import { calledBy, type PersonCard } from '#entities/profile/person-card.ts'
import { useMessages } from '#i18n/messages.ts'
import { Button } from '#ui/button/Button.tsx'
import { Dialog } from '#ui/dialog/Dialog.tsx'
import { TextField } from '#ui/fields/TextField.tsx'
import { Avatar } from '#ui/picture/Avatar.tsx'

import { giftMessages } from './gift.i18n.ts'

export interface PersonFieldProps {
  userId: string
  person: PersonCard | null
  onChange: (person: PersonCard) => void
}

/** Who gets it: chosen in a sheet, shown with their face, since a wrong person is a gift that is gone. */
export function PersonField({ userId, person, onChange }: PersonFieldProps) {
  const m = useMessages(giftMessages)
  const [isOpen, setOpen] = useState(false)
  const choose = (chosen: PersonCard) => {
    onChange(chosen)
    setOpen(false)
  }
  return (
    <div className="grid gap-1.5">
      <p className="text-sm font-semibold">{m.who}</p>
      <div className="flex min-h-14 items-center gap-3 rounded-md border border-line-strong px-3.5 py-1.5">
        {person && <Avatar id={person.id} src={person.avatar_url} size="lg" />}
        {person && (
          <span className="min-w-0 flex-1">
            <bdi className="block truncate text-sm font-semibold">{person.display_name}</bdi>
            <span className="block truncate text-xs text-text-3">{calledBy(person)}</span>
          </span>
        )}
        <Button variant={person ? 'ghost' : 'neutral'} className={person ? '' : 'w-full'} onClick={() => setOpen(true)}>
          {person ? m.change : m.choose}
        </Button>
      </div>
      {isOpen && (
        <Dialog title={m.who} onClose={() => setOpen(false)}>
          <Search userId={userId} onChoose={choose} />
        </Dialog>
      )}
    </div>
  )
}

function Search({ userId, onChoose }: { userId: string; onChoose: (person: PersonCard) => void }) {
  const m = useMessages(giftMessages)
  const [typed, setTyped] = useState('')
  const words = useDeferredValue(typed.trim().replace(/^@/u, ''))
  const { data, isFetching } = useQuery({ ...peopleFoundBy(words), placeholderData: keepPreviousData })
  // A gift goes to a name, so that whoever has none cannot be named.
  const people = words === '' ? [] : (data ?? []).filter(({ id, username }) => id !== userId && username !== null)
  return (
    <div className="min-h-[40dvh]">
      <TextField
        label={m.search}
        type="search"
        data-autofocus
        autoComplete="off"
        value={typed}
        onChange={(event) => setTyped(event.target.value)}
      />
      {people.length === 0 && (
        <p role="status" className="py-4 text-sm text-text-3">
          {words === '' || isFetching ? m.start : m.nobody}
        </p>
      )}
      <ul className="-mx-2 mt-2">
        {people.map((person) => (
          <li key={person.id}>
            <button
              type="button"
              onClick={() => onChoose(person)}
              className="flex min-h-14 w-full items-center gap-3 rounded-md px-2 text-left hover:bg-surface-2"
            >
              <Avatar id={person.id} src={person.avatar_url} size="lg" />
              <span className="min-w-0">
                <bdi className="block truncate text-sm font-semibold">{person.display_name}</bdi>
                <span className="block truncate text-xs text-text-3">@{person.username}</span>
              </span>
            </button>
          </li>
        ))}
      </ul>
    </div>
  )
}
