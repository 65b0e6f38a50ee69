/** What the staff does, and the words that it must leave with it. */
import type { StaffAct } from '@product/contract'
import { useMutation } from '@tanstack/react-query'
import { useState } from 'react'

import { queryClient } from '#data/query-client.ts'
import { DataError } from '#data/rest.ts'
import { formatDay } from '#i18n/format-dates.ts'
import { useMessages } from '#i18n/messages.ts'
import { Button } from '#ui/button/Button.tsx'
import { TextField } from '#ui/fields/TextField.tsx'
import { toast } from '#ui/toast/toast.ts'

import { staffRoot } from './staff-queries.ts'
import { staffMessages } from './staff.i18n.ts'

export function useStaffAct(act: (note: string) => Promise<unknown>) {
  const m = useMessages(staffMessages)
  return useMutation({
    mutationFn: act,
    onSuccess: () => toast({ title: m.done }),
    onError: (error) => toast({ title: m.refused((error instanceof DataError && error.hint) || ''), tone: 'danger' }),
    onSettled: () => queryClient.invalidateQueries({ queryKey: staffRoot }),
  })
}

export function Head({ title, at }: { title: string; at: string }) {
  return (
    <p className="flex items-baseline justify-between gap-3">
      <strong>{title}</strong>
      <time dateTime={at} className="text-xs text-text-3">
        {formatDay(at)}
      </time>
    </p>
  )
}

/** What was done about it so far, by whom and why. */
export function Acts({ acts }: { acts: readonly StaffAct[] }) {
  const m = useMessages(staffMessages)
  return acts.map(({ act, by, note, at }) => (
    <p key={at} className="text-xs wrap-anywhere text-text-3">
      {m.by(by === null ? m.somebody : `@${by}`, [m.act(act), note].filter(Boolean).join(' : '), formatDay(at))}
    </p>
  ))
}

interface NotingProps {
  isBusy: boolean
  acts: readonly (readonly [label: string, act: (note: string) => void])[]
}

/** Nothing is done without a word: who did what, and why, stays. */
export function Noting({ isBusy, acts }: NotingProps) {
  const m = useMessages(staffMessages)
  const [note, setNote] = useState('')
  const [isChecked, setChecked] = useState(false)
  const isMissing = note.trim() === ''
  const press = (act: (note: string) => void) => () => {
    setChecked(true)
    if (!isMissing) act(note.trim())
  }
  return (
    <div className="grid gap-3">
      <TextField
        label={m.note}
        value={note}
        error={isChecked && isMissing ? m.noteNeeded : null}
        onChange={(event) => setNote(event.target.value)}
      />
      <div className="flex flex-wrap gap-3">
        {acts.map(([label, act]) => (
          <Button key={label} variant="line" disabled={isBusy} onClick={press(act)}>
            {label}
          </Button>
        ))}
      </div>
    </div>
  )
}
