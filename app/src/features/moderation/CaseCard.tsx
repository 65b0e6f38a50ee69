import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useState, type FormEvent } from 'react'

import { knownAction, reasonMessages, rules, type Action, type Rule } from '#entities/moderation/rules.ts'
import { formatAgo } from '#i18n/format.ts'
import { useMessages } from '#i18n/messages.ts'
import { Button } from '#ui/button/Button.tsx'
import { SelectField } from '#ui/fields/SelectField.tsx'
import { Switch } from '#ui/fields/Switch.tsx'
import { TextField } from '#ui/fields/TextField.tsx'
import { toast } from '#ui/toast/toast.ts'

import { CaseContent } from './CaseContent.tsx'
import { actionsOf, decide, dismiss, moderationKeys, type Case, type Judgement } from './moderation-api.ts'
import { moderationMessages } from './moderation.i18n.ts'

/** All reports of one thing, and the decision about it. */
export function CaseCard({ about }: { about: Case }) {
  const m = useMessages(moderationMessages)
  const names = useMessages(reasonMessages)
  const { target_type: kind, target_id: targetId } = about
  return (
    <article aria-label={m[kind]} className="card grid gap-3 p-4">
      <p className="flex flex-wrap gap-x-3 text-sm text-text-3">
        <span className="font-semibold text-text">{m[kind]}</span>
        <span>{m.reports(about.reports_count)}</span>
        <span>{about.reasons.map((reason) => names[reason]).join(', ')}</span>
        <span>{formatAgo(about.first_at)}</span>
        {about.decisions.length > 0 && <span>{m.earlier(about.decisions.length)}</span>}
        {(about.subject?.strikes ?? 0) > 0 && <span>{m.strikes(about.subject?.strikes ?? 0)}</span>}
      </p>
      <CaseContent kind={kind} targetId={targetId} content={about.content} subject={about.subject} />
      {about.details.length > 0 && (
        <ul className="grid gap-1 text-sm text-text-2">
          {about.details.map((detail) => (
            <li key={detail} className="wrap-anywhere">
              « {detail} »
            </li>
          ))}
        </ul>
      )}
      <DecisionForm about={about} />
    </article>
  )
}

const lengths = [0, 1, 7, 30] as const

function DecisionForm({ about }: { about: Case }) {
  const m = useMessages(moderationMessages)
  const names = useMessages(reasonMessages)
  const cache = useQueryClient()
  const [judgement, setJudgement] = useState<Judgement>(() => firstJudgement(about))
  const [isReasonMissing, setReasonMissing] = useState(false)
  const change = (part: Partial<Judgement>) => setJudgement((current) => ({ ...current, ...part }))
  const settle = (title: string) => ({
    onSuccess: () => {
      toast({ title })
      return cache.invalidateQueries({ queryKey: moderationKeys.all })
    },
    onError: () => toast({ tone: 'danger', title: m.notDone }),
  })
  const deciding = useMutation({ mutationFn: () => decide(about, judgement), ...settle(m.decided) })
  const dismissing = useMutation({ mutationFn: () => dismiss(about), ...settle(m.dismissed) })
  const submit = (event: FormEvent) => {
    event.preventDefault()
    setReasonMissing(judgement.reason.trim() === '')
    if (judgement.reason.trim() !== '') deciding.mutate()
  }
  const actions = actionsOf[about.target_type]
  const descent = about.target_type === 'post' ? (about.content?.descent ?? 0) : 0
  return (
    <form onSubmit={submit} className="grid gap-3 border-t border-line pt-3">
      {actions.length > 0 && (
        <>
          <div className="grid gap-3 md:grid-cols-3">
            <SelectField
              label={m.action}
              value={judgement.action}
              options={actions.map((value) => ({ value, label: nameOf(m, value) }))}
              onChange={(event) => change({ action: event.target.value })}
            />
            <SelectField
              label={m.rule}
              value={judgement.rule}
              options={rules.map((value) => ({ value, label: names[value] }))}
              onChange={(event) => change({ rule: event.target.value as Rule })}
            />
            {judgement.action === 'label' ? (
              <SelectField
                label={m.rating}
                value={String(judgement.rating)}
                options={['1', '2', '3'].map((value) => ({ value, label: value }))}
                onChange={(event) => change({ rating: Number(event.target.value) })}
              />
            ) : (
              <SelectField
                label={m.duration}
                value={String(judgement.days)}
                options={lengths.map((days) => ({ value: String(days), label: days === 0 ? m.noEnd : m.days(days) }))}
                onChange={(event) => change({ days: Number(event.target.value) })}
              />
            )}
          </div>
          {judgement.action === 'remove' && descent > 0 && (
            <label className="flex min-h-11 items-center justify-between gap-3 text-sm font-semibold">
              {m.withRemixes(descent)}
              <Switch checked={judgement.isWithRemixes} onChange={(isWithRemixes) => change({ isWithRemixes })} />
            </label>
          )}
          <TextField
            label={m.reason}
            maxLength={500}
            value={judgement.reason}
            error={isReasonMissing ? m.reasonNeeded : null}
            onChange={(event) => change({ reason: event.target.value })}
          />
        </>
      )}
      <div className="flex gap-2">
        {actions.length > 0 && (
          <Button type="submit" variant="ink" busyLabel={deciding.isPending && m.deciding}>
            {m.decide}
          </Button>
        )}
        <Button variant="ghost" busyLabel={dismissing.isPending && m.deciding} onClick={() => dismissing.mutate()}>
          {m.dismiss}
        </Button>
      </div>
    </form>
  )
}

function firstJudgement({ target_type: kind, reasons }: Case): Judgement {
  return {
    action: actionsOf[kind][0] ?? '',
    rule: reasons[0] ?? 'other',
    reason: '',
    rating: 2,
    days: 0,
    isWithRemixes: false,
  }
}

export function nameOf(m: Record<Action, string>, action: string): string {
  const known = knownAction(action)
  return known ? m[known] : action
}
