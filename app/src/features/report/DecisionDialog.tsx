/** What was decided about oneself: about what, by which rule, why, with what effect and until when; and the appeal. */
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useState, type ReactNode } from 'react'

import { knownAction, ruleMessages } from '#entities/moderation/rules.ts'
import { useModalSearch } from '#entities/session/modals.ts'
import { formatDay } from '#i18n/format-dates.ts'
import { useMessages } from '#i18n/messages.ts'
import { Link } from '#navigation/Link.tsx'
import { Button } from '#ui/button/Button.tsx'
import { Dialog } from '#ui/dialog/Dialog.tsx'
import { Skeleton } from '#ui/feedback/Skeleton.tsx'

import { AppealForm } from './AppealForm.tsx'
import { decisionMessages } from './decision.i18n.ts'
import { decisionQueries, type Decision } from './report-api.ts'

export function DecisionDialog({ onClose }: { onClose: () => void }) {
  const m = useMessages(decisionMessages)
  const { id = '' } = useModalSearch()
  const { data: decision, isError, isLoading, refetch } = useQuery(decisionQueries.byId(id))
  return (
    <Dialog title={m.title} onClose={onClose}>
      {decision && <Facts decision={decision} />}
      {isLoading && <Skeleton className="h-40" />}
      {isError && (
        <div role="alert" className="grid gap-3">
          <p>{m.failed}</p>
          <Button variant="line" onClick={() => void refetch()}>
            {m.retry}
          </Button>
        </div>
      )}
      {!decision && !isLoading && !isError && <p>{m.missing}</p>}
    </Dialog>
  )
}

function Facts({ decision }: { decision: Decision }) {
  const m = useMessages(decisionMessages)
  const rule = useMessages(ruleMessages)[decision.rule]
  const effect = knownAction(decision.action)
  return (
    <div className="grid gap-4">
      <p className="font-semibold">
        {m[`about_${decision.target_type}`]}
        {decision.target_type === 'post' && (
          <>
            {' · '}
            <Link to="/post/$id" params={{ id: decision.target_id }} className="link">
              {m.see}
            </Link>
          </>
        )}
      </p>
      <dl className="grid gap-3 text-sm">
        {!decision.automated && <Fact name={m.rule}>« {rule} »</Fact>}
        <Fact name={m.reason}>{decision.public_reason}</Fact>
        <Fact name={m.effect}>{effect && m[effect]}</Fact>
        {decision.action !== 'restore' && decision.action !== 'warn' && decision.action !== 'block' && (
          <Fact name={m.until}>{decision.expires_at ? formatDay(decision.expires_at) : m.noEnd}</Fact>
        )}
      </dl>
      {decision.ended_at && decision.action !== 'restore' && <p role="status">{m.ended}</p>}
      <Appeal decision={decision} />
    </div>
  )
}

function Fact({ name, children }: { name: string; children: ReactNode }) {
  return (
    <div>
      <dt className="text-text-3">{name}</dt>
      <dd className="wrap-anywhere whitespace-pre-line">{children}</dd>
    </div>
  )
}

function Appeal({ decision }: { decision: Decision }) {
  const m = useMessages(decisionMessages)
  const cache = useQueryClient()
  const [isOpen, setOpen] = useState(false)
  const [appeal] = decision.appeals
  if (appeal)
    return (
      <div role="status" className="grid gap-1 rounded-md bg-surface-2 p-4 text-sm">
        <p className="font-semibold">{m[appeal.state]}</p>
        {appeal.answer && <p className="whitespace-pre-line">{appeal.answer}</p>}
      </div>
    )
  if (decision.action === 'restore' || decision.ended_at) return null
  if (!isOpen)
    return (
      <Button variant="line" wide onClick={() => setOpen(true)}>
        {m.contest}
      </Button>
    )
  const told = () => void cache.invalidateQueries({ queryKey: decisionQueries.byId(decision.id).queryKey })
  return <AppealForm contested={{ decision: decision.id }} onSent={told} />
}
