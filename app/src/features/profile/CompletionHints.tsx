import AtSign from 'lucide-react/icons/at-sign'
import Camera from 'lucide-react/icons/camera'
import PenLine from 'lucide-react/icons/pen-line'
import X from 'lucide-react/icons/x'
import { useState } from 'react'

import { readPrivate, writePrivate } from '#data/device/private-storage.ts'
import type { Profile } from '#entities/profile/profile-queries.ts'
import { openModal } from '#entities/session/modals.ts'
import { useMessages } from '#i18n/messages.ts'
import { Button } from '#ui/button/Button.tsx'
import { IconButton } from '#ui/button/IconButton.tsx'

import { profileMessages } from './profile.i18n.ts'

const dismissed = 'profile-hints-dismissed'
const icon = { 'aria-hidden': true, className: 'size-4.5', strokeWidth: 1.75 } as const

/** What a profile still lacks, until its person does not want to hear of it. */
export function CompletionHints({ profile }: { profile: Profile }) {
  const m = useMessages(profileMessages)
  const [isDismissed, setDismissed] = useState(() => readPrivate(dismissed) !== '')
  const all = [
    { isDone: profile.avatar_url !== null, label: m.hintAvatar, icon: <Camera {...icon} />, modal: 'edit-profile' },
    { isDone: profile.username !== null, label: m.hintUsername, icon: <AtSign {...icon} />, modal: 'first-steps' },
    { isDone: profile.bio !== '', label: m.hintBio, icon: <PenLine {...icon} />, modal: 'edit-profile' },
  ] as const
  const hints = all.filter(({ isDone }) => !isDone)
  if (isDismissed || hints.length === 0) return null
  const dismiss = () => {
    writePrivate(dismissed, 'yes')
    setDismissed(true)
  }
  return (
    <section aria-labelledby="hints" className="card flex max-w-176 items-center gap-x-3 py-2! pr-2!">
      <div className="flex min-w-0 flex-1 flex-wrap items-center gap-x-3 gap-y-2">
        <h2 id="hints" className="text-base">
          {m.hints}
        </h2>
        <ul className="flex flex-wrap gap-2">
          {hints.map(({ label, icon: mark, modal }) => (
            <li key={label}>
              <Button size="sm" icon={mark} className="max-w-full whitespace-normal!" onClick={() => openModal(modal)}>
                {label}
              </Button>
            </li>
          ))}
        </ul>
      </div>
      <IconButton size="sm" label={m.dismiss} icon={<X {...icon} />} className="self-start" onClick={dismiss} />
    </section>
  )
}
