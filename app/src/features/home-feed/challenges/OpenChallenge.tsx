import { useMutation } from '@tanstack/react-query'
import { useState, type FormEvent } from 'react'

import { toField } from '#entities/post/planned/planned-hour.ts'
import { useMessages } from '#i18n/messages.ts'
import { paths } from '#navigation/paths.ts'
import { navigate } from '#navigation/place.ts'
import { Button } from '#ui/button/Button.tsx'
import { Alert } from '#ui/feedback/Alert.tsx'
import { TextArea, TextField } from '#ui/fields/TextField.tsx'
import { toast } from '#ui/toast/toast.ts'

import { challengesMessages } from './challenges.i18n.ts'
import { openChallenge, refusalOf, type NewChallenge } from './staff-challenges.ts'

const week = 7 * 86_400_000

/** For the staff: a theme, from now for a week where nothing else is said. */
export function OpenChallenge() {
  const m = useMessages(challengesMessages)
  const [theme, setTheme] = useState<NewChallenge>(() => ({
    title: '',
    words: '',
    hashtag: '',
    from: toField(new Date()),
    until: toField(new Date(Date.now() + week)),
  }))
  const change = (next: Partial<NewChallenge>) => setTheme((before) => ({ ...before, ...next }))
  const opening = useMutation({
    mutationFn: () => openChallenge(theme),
    onSuccess: (id) => {
      toast({ title: m.opened })
      navigate({ to: paths.challenge, params: { id } })
    },
  })
  const submit = (event: FormEvent) => {
    event.preventDefault()
    opening.mutate()
  }
  return (
    <form onSubmit={submit} className="card grid max-w-160 gap-4" aria-labelledby="open-challenge">
      <h2 id="open-challenge" className="text-lg">
        {m.open}
      </h2>
      <TextField
        label={m.name}
        value={theme.title}
        maxLength={60}
        required
        onChange={(event) => change({ title: event.target.value })}
      />
      <TextArea
        label={m.words}
        value={theme.words}
        maxLength={300}
        onChange={(event) => change({ words: event.target.value })}
      />
      <TextField
        label={m.hashtag}
        value={theme.hashtag}
        maxLength={50}
        autoCapitalize="none"
        required
        onChange={(event) => change({ hashtag: event.target.value })}
      />
      <div className="grid gap-4 sm:grid-cols-2">
        <TextField
          label={m.from}
          type="datetime-local"
          value={theme.from}
          required
          onChange={(event) => change({ from: event.target.value })}
        />
        <TextField
          label={m.until}
          type="datetime-local"
          value={theme.until}
          required
          onChange={(event) => change({ until: event.target.value })}
        />
      </div>
      {opening.isError && <Alert tone="danger">{m[refusalOf(opening.error)]}</Alert>}
      <Button type="submit" variant="primary" busyLabel={opening.isPending && m.opening}>
        {m.openIt}
      </Button>
    </form>
  )
}
