import { useQuery } from '@tanstack/react-query'

import { useUserId } from '#data/session.ts'
import { formatDay } from '#i18n/format-dates.ts'
import { useMessages } from '#i18n/messages.ts'
import { Link } from '#navigation/Link.tsx'
import { paths } from '#navigation/paths.ts'
import { EmptyState } from '#ui/feedback/EmptyState.tsx'
import { Skeleton } from '#ui/feedback/Skeleton.tsx'

import { earningsQueries, type EarningLine } from './earnings-queries.ts'
import { earningsMessages } from './earnings.i18n.ts'

/** Each with its source, what the platform kept, and when it is there. */
export function EarningLines() {
  const m = useMessages(earningsMessages)
  const { data, isError } = useQuery(earningsQueries.lines(useUserId()))
  if (!data) return isError ? null : <Skeleton className="h-40 rounded-lg" />
  if (data.length === 0) {
    const area = (
      <Link to={paths.creator} className="font-semibold text-link">
        {m.openArea}
      </Link>
    )
    return <EmptyState title={m.none} text={m.noneText} action={area} />
  }
  return (
    <section aria-labelledby="earning-lines" className="card">
      <h2 id="earning-lines" className="text-base">
        {m.lines}
      </h2>
      <ul className="mt-1 divide-y divide-line">
        {data.map((line) => (
          <Line key={line.id} line={line} />
        ))}
      </ul>
    </section>
  )
}

function Line({ line }: { line: EarningLine }) {
  const m = useMessages(earningsMessages)
  const { gross, fee, amount, state, post_id: post, note } = line
  return (
    <li className="grid grid-cols-[minmax(0,1fr)_auto] gap-x-4 gap-y-0.5 py-3 text-sm">
      <span className="min-w-0 font-semibold">{nameOf(m, line)}</span>
      <b className="num text-right">{m.francs(amount)}</b>
      <span className="col-span-full min-w-0 text-xs text-text-3">
        {formatDay(line.created_at)} · {standing(m, line)}
        {post !== null && (
          <>
            {' · '}
            <Link to={paths.post} params={{ id: post }} className="text-link underline">
              {m.see}
            </Link>
          </>
        )}
      </span>
      {fee > 0 && state !== 'reversed' && (
        <span className="col-span-full text-xs text-text-3">{m.fee(m.francs(gross), m.francs(fee))}</span>
      )}
      {note && <q className="col-span-full mt-1 text-text-2">{note}</q>}
    </li>
  )
}

type Words = ReturnType<typeof useMessages<typeof earningsMessages.fr>>

function nameOf(m: Words, { source, giver }: EarningLine): string {
  if (source === 'tip') return giver === null ? m.lineTipOfSomebody : m.lineTip(`@${giver}`)
  if (source === 'prompt') return giver === null ? m.linePromptOfSomebody : m.linePrompt(`@${giver}`)
  if (source === 'workflow') return giver === null ? m.lineWorkflowOfSomebody : m.lineWorkflow(`@${giver}`)
  return source === 'remix' ? m.lineRemix : m[source]
}

function standing(m: Words, { state, release_at: release }: EarningLine): string {
  if (state === 'reversed') return m.wentBack
  return state === 'available' ? m.isAvailable : m.releasedOn(formatDay(release))
}
