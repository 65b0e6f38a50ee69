import Minus from 'lucide-react/icons/minus'
import Plus from 'lucide-react/icons/plus'
import { useState, type FormEvent } from 'react'

import { changeSetting, type MySettings } from '#entities/profile/my-settings.ts'
import { useMessages } from '#i18n/messages.ts'
import { Button } from '#ui/button/Button.tsx'
import { TextField } from '#ui/fields/TextField.tsx'

import { contentMessages } from './content.i18n.ts'
import { readWishes, wishesOf, withWishes, type FeedWish } from './feed-wishes.ts'

const longest = 300

/** What « Pour vous » shows more and less of, said in a sentence. */
export function FeedWishes({ settings, userId }: { settings: MySettings; userId: string }) {
  const m = useMessages(contentMessages)
  const [sentence, setSentence] = useState('')
  const [isUnclear, setUnclear] = useState(false)
  const wishes = readWishes(settings.feed_rules)
  const keep = (next: readonly FeedWish[]) =>
    changeSetting(
      userId,
      'feed_rules',
      next.map(({ kind, words }) => ({ kind, words })),
    )
  const add = (event: FormEvent) => {
    event.preventDefault()
    const added = wishesOf(sentence)
    setUnclear(added.length === 0)
    if (added.length === 0) return
    keep(withWishes(wishes, added))
    setSentence('')
  }
  return (
    <div className="grid gap-4">
      <form onSubmit={add} className="grid items-end gap-3 md:grid-cols-[minmax(0,1fr)_auto]">
        <TextField
          label={m.wish}
          placeholder={m.wishExample}
          maxLength={longest}
          value={sentence}
          error={isUnclear ? m.wishUnclear : null}
          onChange={(event) => setSentence(event.target.value)}
        />
        <Button type="submit" variant="ink" disabled={!sentence.trim()} className="min-h-12">
          {m.wishAdd}
        </Button>
      </form>
      <ul className="divide-y divide-line empty:hidden">
        {wishes.map((wish) => (
          <Wish key={wish.words} wish={wish} onForget={() => keep(wishes.filter((other) => other !== wish))} />
        ))}
      </ul>
    </div>
  )
}

function Wish({ wish: { kind, words }, onForget }: { wish: FeedWish; onForget: () => void }) {
  const m = useMessages(contentMessages)
  const Icon = kind === 'more' ? Plus : Minus
  return (
    <li className="flex items-center gap-3 py-2.5">
      <Icon aria-hidden="true" className="size-5 flex-none text-text-3" strokeWidth={1.75} />
      <span className="min-w-0 flex-1 text-sm wrap-anywhere">{m[kind](words)}</span>
      <Button size="sm" aria-label={m.wishForgetOf(m[kind](words))} onClick={onForget}>
        {m.wishForget}
      </Button>
    </li>
  )
}
