import X from 'lucide-react/icons/x'

import { defineMessages, useMessages } from '#i18n/messages.ts'

import { leaveChallenge, useChosenChallenge } from './chosen-challenge.ts'

const messages = defineMessages({
  fr: {
    published: (title: string, hashtag: string) => `Pour le défi « ${title} », avec #${hashtag}`,
    leave: (title: string) => `Ne pas publier pour le défi « ${title} »`,
  },
  en: {
    published: (title: string, hashtag: string) => `For the challenge “${title}”, with #${hashtag}`,
    leave: (title: string) => `Do not publish for the challenge “${title}”`,
  },
})

/** The challenge that this image is published for, and the way out of it. */
export function ForChallenge() {
  const m = useMessages(messages)
  const chosen = useChosenChallenge()
  if (chosen === null) return null
  return (
    <p className="flex items-center justify-between gap-2 rounded-md bg-surface-2 py-1 pr-1 pl-3.5 text-sm">
      <span className="min-w-0 wrap-anywhere">{m.published(chosen.title, chosen.hashtag)}</span>
      <button
        type="button"
        aria-label={m.leave(chosen.title)}
        onClick={leaveChallenge}
        className="grid size-9 flex-none place-items-center rounded-full hover:bg-surface-3"
      >
        <X aria-hidden="true" className="size-4.5" />
      </button>
    </p>
  )
}
