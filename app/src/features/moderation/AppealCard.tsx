import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'

import { formatAgo } from '#i18n/format.ts'
import { useMessages } from '#i18n/messages.ts'
import { Button } from '#ui/button/Button.tsx'
import { TextField } from '#ui/fields/TextField.tsx'
import { toast } from '#ui/toast/toast.ts'

import { nameOf } from './CaseCard.tsx'
import { CaseContent } from './CaseContent.tsx'
import { answerAppeal, moderationKeys, type OpenAppeal } from './moderation-api.ts'
import { moderationMessages } from './moderation.i18n.ts'

/** What somebody holds against a decision, and the answer. */
export function AppealCard({ appeal }: { appeal: OpenAppeal }) {
  const m = useMessages(moderationMessages)
  const cache = useQueryClient()
  const [answer, setAnswer] = useState('')
  const answering = useMutation({
    mutationFn: (state: 'upheld' | 'overturned') => answerAppeal(appeal.id, state, answer),
    onSuccess: () => {
      toast({ title: m.answered })
      return cache.invalidateQueries({ queryKey: moderationKeys.all })
    },
    onError: () => toast({ tone: 'danger', title: m.notDone }),
  })
  const { action } = appeal
  return (
    <article aria-label={m.contested(nameOf(m, action.action))} className="card grid gap-3 p-4">
      <p className="flex flex-wrap gap-x-3 text-sm text-text-3">
        <span className="font-semibold text-text">{m.contested(nameOf(m, action.action))}</span>
        <span>{action.public_reason}</span>
        <span>{formatAgo(appeal.created_at)}</span>
      </p>
      <CaseContent
        kind={action.target_type}
        targetId={action.target_id}
        content={appeal.content}
        subject={appeal.subject}
      />
      <p className="wrap-anywhere whitespace-pre-line">« {appeal.message} »</p>
      <TextField label={m.answer} maxLength={500} value={answer} onChange={(event) => setAnswer(event.target.value)} />
      <div className="flex gap-2">
        <Button variant="ink" disabled={answering.isPending} onClick={() => answering.mutate('upheld')}>
          {m.uphold}
        </Button>
        <Button variant="line" disabled={answering.isPending} onClick={() => answering.mutate('overturned')}>
          {m.overturn}
        </Button>
      </div>
    </article>
  )
}
