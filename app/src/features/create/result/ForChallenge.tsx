import X from 'lucide-react/icons/x'

import { leaveChallenge, useChosenChallenge } from '#entities/post/challenge/chosen-challenge.ts'
import { useMessages } from '#i18n/messages.ts'

import { resultMessages } from './result.i18n.ts'

/** The challenge that this image is published for, and the way out of it. */
export function ForChallenge() {
  const m = useMessages(resultMessages)
  const chosen = useChosenChallenge()
  if (chosen === null) return null
  return (
    <p className="flex items-center justify-between gap-2 rounded-md bg-surface-2 py-1 pr-1 pl-3.5 text-sm">
      <span className="min-w-0 wrap-anywhere">{m.forChallenge(chosen.title, chosen.hashtag)}</span>
      <button
        type="button"
        aria-label={m.notForChallenge(chosen.title)}
        onClick={leaveChallenge}
        className="grid size-9 flex-none place-items-center rounded-full hover:bg-surface-3"
      >
        <X aria-hidden="true" className="size-4.5" />
      </button>
    </p>
  )
}
