import { useQuery } from '@tanstack/react-query'
import EyeOff from 'lucide-react/icons/eye-off'
import { useId, useState, type FormEvent } from 'react'

import { muteEnd, muteLengths, type MuteLength } from '#entities/profile/mute-length.ts'
import { safetyQueries, type Mute } from '#entities/profile/safety-queries.ts'
import { wishToMute } from '#entities/profile/safety-writes.ts'
import { formatDate } from '#i18n/format.ts'
import { useMessages } from '#i18n/messages.ts'
import { Button } from '#ui/button/Button.tsx'
import { SelectField } from '#ui/fields/SelectField.tsx'
import { TextField } from '#ui/fields/TextField.tsx'

import { contentMessages } from './content.i18n.ts'

const longest = 100

/** Words and hashtags that one does not want to read, each with its end. */
export function MutedWords({ userId }: { userId: string }) {
  const m = useMessages(contentMessages)
  const id = useId()
  const { data: mutes = [] } = useQuery(safetyQueries.mutes(userId))
  const words = mutes.filter(({ kind }) => kind === 'word' || kind === 'hashtag')
  return (
    <section className="card grid gap-4" aria-labelledby={id}>
      <div>
        <h2 id={id}>{m.mutes}</h2>
        <p className="mt-1 text-sm text-text-3">{m.mutesHelp}</p>
      </div>
      <MuteForm userId={userId} />
      {words.length === 0 ? (
        <p className="text-sm text-text-3">{m.noMutes}</p>
      ) : (
        <ul className="divide-y divide-line">
          {words.map((mute) => (
            <MutedWord key={mute.id} mute={mute} userId={userId} />
          ))}
        </ul>
      )}
    </section>
  )
}

function MuteForm({ userId }: { userId: string }) {
  const m = useMessages(contentMessages)
  const [what, setWhat] = useState('')
  const [length, setLength] = useState<MuteLength>('forever')
  const text = what.trim()
  const isHashtag = text.startsWith('#')
  const target = isHashtag ? text.slice(1) : text
  const hide = (event: FormEvent) => {
    event.preventDefault()
    if (!target) return
    const until = muteEnd(length)?.toISOString() ?? null
    wishToMute({ userId, kind: isHashtag ? 'hashtag' : 'word', target, isMuted: true, until })
    setWhat('')
  }
  return (
    <form onSubmit={hide} className="grid items-end gap-3 md:grid-cols-[minmax(0,1fr)_15rem_auto]">
      <TextField label={m.what} maxLength={longest} value={what} onChange={(event) => setWhat(event.target.value)} />
      <SelectField
        label={m.howLong}
        value={length}
        options={muteLengths.map((value) => ({ value, label: m[value] }))}
        onChange={(event) => setLength(event.target.value as MuteLength)}
      />
      <Button type="submit" variant="ink" disabled={!target} className="min-h-12">
        {m.hide}
      </Button>
    </form>
  )
}

function MutedWord({ mute, userId }: { mute: Mute; userId: string }) {
  const m = useMessages(contentMessages)
  const { kind, target, expires_at: end } = mute
  const name = kind === 'hashtag' ? `#${target}` : target
  return (
    <li className="flex flex-wrap items-center gap-3 py-2.5">
      <EyeOff aria-hidden="true" className="size-5 flex-none text-text-3" strokeWidth={1.75} />
      <span className="min-w-32 flex-1">
        <bdi className="block text-sm font-semibold wrap-anywhere">{name}</bdi>
        <span className="block text-xs text-text-3">{end ? m.until(formatDate(end)) : m.always}</span>
      </span>
      <Button
        size="sm"
        aria-label={m.showOf(name)}
        onClick={() => wishToMute({ userId, kind, target, isMuted: false, until: null })}
      >
        {m.show}
      </Button>
    </li>
  )
}
