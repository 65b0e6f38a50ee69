import { useQuery } from '@tanstack/react-query'

import { useUserId } from '#data/session.ts'
import { reasonMessages } from '#entities/moderation/rules.ts'
import { openModal } from '#entities/session/modals.ts'
import { formatDay } from '#i18n/format-dates.ts'
import { useMessages } from '#i18n/messages.ts'
import { Button } from '#ui/button/Button.tsx'
import { Alert } from '#ui/feedback/Alert.tsx'
import { Skeleton } from '#ui/feedback/Skeleton.tsx'

import { standingQueries, type Strike } from './standing-queries.ts'
import { standingMessages } from './standing.i18n.ts'

/** The strikes that count against oneself, each with its decision, where it is contested. */
export function Standing() {
  const m = useMessages(standingMessages)
  const userId = useUserId() ?? ''
  const { data: strikes, isError, refetch } = useQuery({ ...standingQueries.strikes(userId), enabled: userId !== '' })
  const retry = (
    <Button size="sm" onClick={() => void refetch()}>
      {m.retry}
    </Button>
  )
  return (
    <section className="card" aria-labelledby="standing">
      <h2 id="standing">{m.title}</h2>
      {strikes && <p className="mt-1 text-sm text-text-2">{strikes.length === 0 ? m.none : m.some(strikes.length)}</p>}
      {strikes && strikes.length > 0 && (
        <>
          <ul className="mt-1 divide-y divide-line">
            {strikes.map((strike) => (
              <StrikeRow key={strike.id} strike={strike} />
            ))}
          </ul>
          <p className="text-xs text-text-3">{m.help}</p>
        </>
      )}
      {!strikes && !isError && <Skeleton className="mt-4 h-6 rounded-md" />}
      {!strikes && isError && (
        <div className="mt-4">
          <Alert tone="danger" action={retry}>
            {m.failed}
          </Alert>
        </div>
      )}
    </section>
  )
}

function StrikeRow({ strike }: { strike: Strike }) {
  const m = useMessages(standingMessages)
  const reason = useMessages(reasonMessages)[strike.rule]
  return (
    <li className="flex flex-wrap items-center gap-3.5 py-3.25">
      <span className="min-w-40 flex-1">
        <span className="block text-sm font-semibold">
          {m[strike.target_type]} · {reason}
        </span>
        <span className="block text-xs text-text-3">{m.lapses(formatDay(strike.lapses_at))}</span>
      </span>
      <Button size="sm" aria-label={m.seeDecision(reason)} onClick={() => openModal('decision', { id: strike.id })}>
        {m.see}
      </Button>
    </li>
  )
}
