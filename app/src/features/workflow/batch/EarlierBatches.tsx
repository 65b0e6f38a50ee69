import { useQuery } from '@tanstack/react-query'

import { workflowQueries } from '#entities/workflow/workflow-queries.ts'
import { useMessages } from '#i18n/messages.ts'
import { changeSearch } from '#navigation/place.ts'
import { usePlace } from '#navigation/use-place.ts'
import { Button } from '#ui/button/Button.tsx'
import { Ago } from '#ui/display/Ago.tsx'

import { batchMessages } from './batch.i18n.ts'

export interface EarlierBatchesProps {
  workflowId: string
  userId: string
}

/** One's own batches of this workflow, newest first. */
export function EarlierBatches({ workflowId, userId }: EarlierBatchesProps) {
  const m = useMessages(batchMessages)
  const { data: batches = [] } = useQuery(workflowQueries.batches(workflowId, userId))
  const { batch: shownId } = usePlace().search
  const others = batches.filter(({ id }) => id !== shownId)
  if (others.length === 0) return null
  return (
    <section aria-labelledby="batches">
      <h2 id="batches">{m.earlier}</h2>
      <ul className="mt-2 divide-y divide-line">
        {others.map(({ id, rows_count: rows, created_at: at }) => (
          <li key={id} className="flex items-center gap-3 py-2.5 text-sm">
            <p className="min-w-0 flex-1">
              {`${m.rows(rows)} · `}
              <Ago date={at} />
            </p>
            <Button onClick={() => changeSearch({ batch: id, run: undefined })}>{m.see}</Button>
          </li>
        ))}
      </ul>
    </section>
  )
}
