/** One's own runs of this workflow: what each gave and cost. */
import type { Run } from '#entities/workflow/run.ts'
import { useMessages } from '#i18n/messages.ts'
import { Button } from '#ui/button/Button.tsx'
import { Ago } from '#ui/display/Ago.tsx'

import { RunTag } from '../StateTag.tsx'
import { runMessages } from './run.i18n.ts'
import { RunCost } from './RunOutcome.tsx'
import { RunPictures } from './RunPictures.tsx'

const mostPictures = 4

export interface EarlierRunsProps {
  runs: readonly Run[]
  /** Over a list, which is told elsewhere. */
  hasRun: boolean
  shownId: string | null
  onShow: (run: Run) => void
}

export function EarlierRuns({ runs, hasRun, shownId, onShow }: EarlierRunsProps) {
  const m = useMessages(runMessages)
  if (runs.length === 0 && hasRun) return null
  return (
    <section aria-labelledby="earlier">
      <h2 id="earlier">{m.earlier}</h2>
      {runs.length === 0 && <p className="mt-2 text-sm text-text-3">{m.none}</p>}
      <ol className="mt-2 divide-y divide-line">
        {runs.map((run) => (
          <li key={run.id} className="flex flex-wrap items-center gap-x-4 gap-y-2 py-3">
            <div className="min-w-0 flex-1 basis-40">
              <p className="flex flex-wrap items-center gap-x-2.5 gap-y-1 text-sm">
                <RunTag status={run.status} />
                <time dateTime={run.createdAt}>
                  <Ago date={run.createdAt} />
                </time>
              </p>
              <p className="mt-1 text-xs text-text-3">
                {`${m.version(run.version)} · `}
                <RunCost run={run} />
              </p>
            </div>
            <RunPictures run={run} most={mostPictures} />
            <Button disabled={run.id === shownId} onClick={() => onShow(run)}>
              {run.id === shownId ? m.seen : m.see}
            </Button>
          </li>
        ))}
      </ol>
    </section>
  )
}
