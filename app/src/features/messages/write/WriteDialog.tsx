/** « Nouveau message »: to one person, whom choosing is enough; to several, who become a group. */
import Users from 'lucide-react/icons/users'
import X from 'lucide-react/icons/x'
import { useState } from 'react'

import { useUserId } from '#data/session.ts'
import { startConversation } from '#entities/message/conversation-acts.ts'
import { startGroup } from '#entities/message/group-acts.ts'
import type { PersonCard } from '#entities/profile/person-card.ts'
import { useMessages } from '#i18n/messages.ts'
import { paths } from '#navigation/paths.ts'
import { navigate } from '#navigation/place.ts'
import { Button } from '#ui/button/Button.tsx'
import { Dialog } from '#ui/dialog/Dialog.tsx'
import { TextField } from '#ui/fields/TextField.tsx'

import { tryToAct } from '../act.ts'
import { PeoplePicker } from './PeoplePicker.tsx'
import { writeMessages } from './write.i18n.ts'

/** Oneself included (WIRE: `start_group`). */
const mostMembers = 50
const longestName = 80

export function WriteDialog({ onClose }: { onClose: () => void }) {
  const m = useMessages(writeMessages)
  const userId = useUserId() ?? ''
  const [group, setGroup] = useState<readonly PersonCard[] | null>(null)
  const [name, setName] = useState('')
  const [isOpening, setOpening] = useState(false)
  const begin = async (start: () => Promise<string>) => {
    setOpening(true)
    await tryToAct(async () => {
      const conversation = await start()
      // In the dialog's place: going back leads to where one was before it.
      navigate({ to: paths.messages, search: { conversation } }, { replace: true })
    })
    setOpening(false)
  }
  const choose = (person: PersonCard) => {
    if (isOpening) return
    if (group === null) void begin(() => startConversation(person.id))
    else setGroup(toggle(group, person))
  }
  const beginGroup = () =>
    begin(() =>
      startGroup(
        (group ?? []).map(({ id }) => id),
        name,
      ),
    )
  const chosen = group && new Set(group.map(({ id }) => id))
  return (
    <Dialog
      title={group ? m.group : m.write}
      onClose={onClose}
      footer={
        group && (
          <Button
            variant="ink"
            wide
            disabled={group.length === 0}
            busyLabel={isOpening && m.creating}
            onClick={() => void beginGroup()}
          >
            {m.create(group.length)}
          </Button>
        )
      }
    >
      <Button
        size="sm"
        variant="ghost"
        className="mb-2 -ml-2"
        icon={<Users aria-hidden="true" className="size-4.5" strokeWidth={1.75} />}
        onClick={() => setGroup(group === null ? [] : null)}
      >
        {group ? m.oneToOne : m.makeGroup}
      </Button>
      {group && (
        <div className="mb-3 grid gap-3">
          <TextField
            label={m.groupName}
            maxLength={longestName}
            value={name}
            onChange={(event) => setName(event.target.value)}
          />
          {group.length > 0 && <Chosen people={group} onRemove={(person) => setGroup(toggle(group, person))} />}
          {group.length >= mostMembers - 1 && <p className="text-xs text-text-3">{m.full}</p>}
        </div>
      )}
      <PeoplePicker userId={userId} chosen={chosen ?? undefined} onPerson={choose} />
    </Dialog>
  )
}

function toggle(group: readonly PersonCard[], person: PersonCard): readonly PersonCard[] {
  const others = group.filter(({ id }) => id !== person.id)
  if (others.length < group.length) return others
  return group.length < mostMembers - 1 ? [...group, person] : group
}

function Chosen({ people, onRemove }: { people: readonly PersonCard[]; onRemove: (person: PersonCard) => void }) {
  const m = useMessages(writeMessages)
  return (
    <ul aria-label={m.chosen} className="flex flex-wrap gap-1.5">
      {people.map((person) => (
        <li key={person.id}>
          <button
            type="button"
            aria-label={m.takeOut(person.display_name)}
            onClick={() => onRemove(person)}
            className="flex min-h-9 items-center gap-1.5 rounded-full bg-surface-2 pr-2 pl-3 text-sm"
          >
            {person.display_name}
            <X aria-hidden="true" className="size-4" />
          </button>
        </li>
      ))}
    </ul>
  )
}
