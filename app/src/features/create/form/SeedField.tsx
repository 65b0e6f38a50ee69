/** The seed, at random until the padlock keeps it. */
import { maxSeed } from '@product/contract'
import LockKeyhole from 'lucide-react/icons/lock-keyhole'
import LockKeyholeOpen from 'lucide-react/icons/lock-keyhole-open'

import { useMessages } from '#i18n/messages.ts'
import { IconButton } from '#ui/button/IconButton.tsx'
import { TextField } from '#ui/fields/TextField.tsx'

import { changeDraft, useDraftStore } from '../draft/draft-store.ts'
import { formMessages } from './form.i18n.ts'

export function SeedField() {
  const m = useMessages(formMessages)
  const { seed, isSeedLocked } = useDraftStore(({ draft }) => draft)
  const Icon = isSeedLocked ? LockKeyhole : LockKeyholeOpen
  const toggle = () => {
    if (isSeedLocked) changeDraft({ isSeedLocked: false })
    else changeDraft({ isSeedLocked: true, seed: seed ?? crypto.getRandomValues(new Uint32Array(1))[0] ?? 0 })
  }
  const change = (text: string) => {
    const digits = text.replaceAll(/\D/gu, '')
    const next = digits === '' ? null : Math.min(maxSeed, Number(digits))
    changeDraft({ seed: next, isSeedLocked: next !== null })
  }
  return (
    <TextField
      label={m.seed}
      help={m.seedHelp}
      inputMode="numeric"
      autoComplete="off"
      placeholder={m.seedRandom}
      value={isSeedLocked && seed !== null ? String(seed) : ''}
      onChange={(event) => change(event.target.value)}
      inside={
        <IconButton
          label={isSeedLocked ? m.unlock : m.lock}
          aria-pressed={isSeedLocked}
          icon={<Icon aria-hidden="true" className="size-5" />}
          onClick={toggle}
        />
      }
    />
  )
}
