/** Whoever is let into a group, and whether what was said before is for them too (E2EE §8). */
import { useState } from 'react'

import { addMember } from '#entities/message/group-acts.ts'
import type { PersonCard } from '#entities/profile/person-card.ts'
import { useMessages } from '#i18n/messages.ts'
import { Button } from '#ui/button/Button.tsx'
import { Dialog } from '#ui/dialog/Dialog.tsx'
import { ChoiceRow } from '#ui/fields/ChoiceRow.tsx'
import { Avatar } from '#ui/picture/Avatar.tsx'

import { tryToAct } from '../act.ts'
import { PeoplePicker } from '../write/PeoplePicker.tsx'
import { detailsMessages } from './details.i18n.ts'

export interface AddMemberProps {
  conversationId: string
  userId: string
  /** They are in it already. */
  members: ReadonlySet<string>
  onClose: () => void
}

export function AddMember({ conversationId, userId, members, onClose }: AddMemberProps) {
  const m = useMessages(detailsMessages)
  const [person, setPerson] = useState<PersonCard | null>(null)
  const [withHistory, setHistory] = useState(false)
  if (person === null) {
    return (
      <Dialog title={m.add} onClose={onClose}>
        <PeoplePicker userId={userId} without={members} onPerson={setPerson} />
      </Dialog>
    )
  }
  const name = person.display_name
  const add = () => {
    onClose()
    void tryToAct(() => addMember(conversationId, person.id, { withHistory }))
  }
  return (
    <Dialog
      title={m.add}
      onClose={onClose}
      footer={
        <div className="flex gap-2">
          <Button className="flex-1" onClick={() => setPerson(null)}>
            {m.back}
          </Button>
          <Button className="flex-1" variant="ink" onClick={add}>
            {m.addPerson(name)}
          </Button>
        </div>
      }
    >
      <p className="mb-4 flex items-center gap-3">
        <Avatar id={person.id} src={person.avatar_url} size="lg" />
        <bdi className="truncate font-semibold">{name}</bdi>
      </p>
      <ChoiceRow
        title={m.history}
        help={withHistory ? m.historyShared(name) : m.historyKept(name)}
        checked={withHistory}
        onChange={setHistory}
      />
    </Dialog>
  )
}
