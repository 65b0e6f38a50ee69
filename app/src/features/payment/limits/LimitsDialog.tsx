import { useMutation, useQuery } from '@tanstack/react-query'
import { useState } from 'react'

import { formatDay, formatTime } from '#i18n/format-dates.ts'
import { useMessages } from '#i18n/messages.ts'
import { Button } from '#ui/button/Button.tsx'
import { Dialog } from '#ui/dialog/Dialog.tsx'
import { Alert } from '#ui/feedback/Alert.tsx'
import { Skeleton } from '#ui/feedback/Skeleton.tsx'
import { SegmentedControl } from '#ui/fields/SegmentedControl.tsx'
import { TextField } from '#ui/fields/TextField.tsx'
import { toast } from '#ui/toast/toast.ts'

import {
  inForce,
  limitsQuery,
  periods,
  refreshLimits,
  setFew,
  setLimit,
  type Limit,
  type Period,
} from './limit-queries.ts'
import { limitsMessages } from './limits.i18n.ts'

/** What somebody allows themselves to pay, and when they hear that few credits are left. */
export function LimitsDialog({ userId, onClose }: { userId: string; onClose: () => void }) {
  const m = useMessages(limitsMessages)
  const { data, isError, refetch } = useQuery(limitsQuery(userId))
  const again = (
    <Button size="sm" variant="line" onClick={() => void refetch()}>
      {m.retry}
    </Button>
  )
  return (
    <Dialog title={m.title} onClose={onClose}>
      {!data && isError && <Alert tone="danger" title={m.unreadable} action={again} />}
      {!data && !isError && <Skeleton className="h-80 w-full" />}
      {data && (
        <div className="grid gap-7">
          {/* What was saved is shown as it holds now. */}
          <Limits key={JSON.stringify([...data.limits.values()])} limits={data.limits} />
          <Few userId={userId} few={data.few} />
        </div>
      )}
    </Dialog>
  )
}

const bounds = { least: 100, most: 15_000_000 }

/** Empty: none; `undefined` for what is no amount. */
function amountOf(typed: string): number | null | undefined {
  const digits = typed.replaceAll(/\s/gu, '')
  if (digits === '') return null
  const francs = /^\d+$/u.test(digits) ? Number(digits) : 0
  return francs >= bounds.least && francs <= bounds.most ? francs : undefined
}

function Limits({ limits }: { limits: ReadonlyMap<string, Limit> }) {
  const m = useMessages(limitsMessages)
  const [now] = useState(() => Date.now())
  const present = (period: Period) => {
    const limit = limits.get(period)
    return limit ? inForce(limit, now) : null
  }
  const [typed, setTyped] = useState(() => ({ day: wordsOf(present('day')), month: wordsOf(present('month')) }))
  const [isChecked, setChecked] = useState(false)
  const save = useMutation({
    mutationFn: async (changes: readonly (readonly [Period, number | null])[]) => {
      for (const [period, francs] of changes) {
        // oxlint-disable-next-line no-await-in-loop -- one after the other, so that a refusal stops before the next
        await setLimit(period, francs)
      }
    },
    onSuccess: () => toast({ title: m.saved }),
    onError: () => toast({ title: m.failed, tone: 'danger' }),
    onSettled: refreshLimits,
  })
  const submit = () => {
    setChecked(true)
    const wanted = periods.map((period) => [period, amountOf(typed[period])] as const)
    if (wanted.some(([, francs]) => francs === undefined)) return
    // A larger one that waits already is left to wait: asking for the present one again would undo it.
    save.mutate(wanted.flatMap(([period, francs]) => (francs === present(period) ? [] : [[period, francs ?? null]])))
  }
  return (
    <form
      className="grid gap-4"
      aria-labelledby="own-limits"
      onSubmit={(event) => {
        event.preventDefault()
        submit()
      }}
    >
      <div>
        <h3 id="own-limits">{m.limits}</h3>
        <p className="mt-1 text-sm text-text-2">{m.limitsText}</p>
      </div>
      <div className="grid gap-4 sm:grid-cols-2">
        {periods.map((period) => (
          <TextField
            key={period}
            label={m[period]}
            value={typed[period]}
            placeholder={m.none}
            inputMode="numeric"
            autoComplete="off"
            help={
              <Later limit={limits.get(period)} now={now} onKeep={() => save.mutate([[period, present(period)]])} />
            }
            error={isChecked && amountOf(typed[period]) === undefined ? m.wrong : null}
            onChange={({ target }) => setTyped((before) => ({ ...before, [period]: target.value }))}
          />
        ))}
      </div>
      <Button type="submit" variant="primary" wide busyLabel={save.isPending && m.saving}>
        {m.save}
      </Button>
    </form>
  )
}

function wordsOf(francs: number | null): string {
  return francs === null ? '' : String(francs)
}

interface LaterProps {
  limit: Limit | undefined
  now: number
  onKeep: () => void
}

/** What holds after the night that a larger limit is slept over; until then it can be taken back. */
function Later({ limit, now, onKeep }: LaterProps) {
  const m = useMessages(limitsMessages)
  if (!limit || limit.next_at === null || new Date(limit.next_at).getTime() <= now) return null
  return (
    <>
      {m.later(limit.next_francs, `${formatDay(limit.next_at)}, ${formatTime(limit.next_at)}`)}{' '}
      <button type="button" className="link" onClick={onKeep}>
        {m.keep}
      </button>
    </>
  )
}

const choices = [null, 2, 5, 10] as const

function Few({ userId, few }: { userId: string; few: number | null }) {
  const m = useMessages(limitsMessages)
  const save = useMutation({
    mutationFn: (next: number | null) => setFew(userId, next),
    onSuccess: () => toast({ title: m.saved }),
    onError: () => toast({ title: m.failed, tone: 'danger' }),
    onSettled: refreshLimits,
  })
  const shown = save.isPending ? save.variables : few
  return (
    <section className="grid gap-3 border-t border-line pt-5">
      <div>
        <h3>{m.few}</h3>
        <p className="mt-1 text-sm text-text-2">{m.fewText}</p>
      </div>
      <SegmentedControl
        label={m.few}
        value={String(shown)}
        options={choices.map((count) => ({
          value: String(count),
          label: count === null ? m.never : String(count),
        }))}
        onChange={(value) => save.mutate(value === 'null' ? null : Number(value))}
      />
    </section>
  )
}
