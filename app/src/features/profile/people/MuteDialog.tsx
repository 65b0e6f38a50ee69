import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'

import { muteEnd, muteLengths, type MuteLength } from '#entities/profile/mute-length.ts'
import { calledBy } from '#entities/profile/person-card.ts'
import { profileQueries } from '#entities/profile/profile-queries.ts'
import { usePersonActions } from '#entities/profile/use-person-actions.ts'
import { useModalSearch } from '#entities/session/modals.ts'
import { useMessages } from '#i18n/messages.ts'
import { Button } from '#ui/button/Button.tsx'
import { Dialog } from '#ui/dialog/Dialog.tsx'
import { SelectField } from '#ui/fields/SelectField.tsx'

import { peopleMessages } from './people.i18n.ts'

/** Asks for how long before somebody is muted. */
export function MuteDialog({ onClose }: { onClose: () => void }) {
  const m = useMessages(peopleMessages)
  const { user = '' } = useModalSearch()
  const { data: profile } = useQuery(profileQueries.byHandle(user))
  const { muteUntil } = usePersonActions(profile ?? { id: user })
  const [length, setLength] = useState<MuteLength>('month')
  if (!profile) return null
  const mute = () => {
    muteUntil(muteEnd(length))
    onClose()
  }
  return (
    <Dialog
      title={m.muteTitle(calledBy(profile))}
      onClose={onClose}
      footer={
        <Button variant="ink" wide onClick={mute}>
          {m.mute}
        </Button>
      }
    >
      <div className="grid gap-4">
        <p className="text-sm text-text-2">{m.muteText}</p>
        <SelectField
          label={m.howLong}
          value={length}
          options={muteLengths.map((value) => ({ value, label: m[value] }))}
          onChange={(event) => setLength(event.target.value as MuteLength)}
          data-autofocus
        />
      </div>
    </Dialog>
  )
}
