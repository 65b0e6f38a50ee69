import type { WorkflowReading } from '@product/contract'
import { useQuery } from '@tanstack/react-query'

import { workflowQueries } from '#entities/workflow/workflow-queries.ts'
import { formatAgo } from '#i18n/format.ts'
import { useMessages } from '#i18n/messages.ts'
import { Dialog } from '#ui/dialog/Dialog.tsx'
import { Spinner } from '#ui/feedback/Spinner.tsx'

import { detailMessages } from './detail.i18n.ts'

/** Which versions there are; a run keeps the one that it ran. */
export function VersionsDialog({ reading, onClose }: { reading: WorkflowReading; onClose: () => void }) {
  const m = useMessages(detailMessages)
  const { data: versions } = useQuery(workflowQueries.versions(reading.workflow.id))
  return (
    <Dialog title={m.versionsTitle} onClose={onClose}>
      <p className="mb-2 text-sm text-text-2">{m.versionsHelp}</p>
      {!versions && <Spinner />}
      <ol className="divide-y divide-line">
        {versions?.map(({ version, created_at: createdAt }) => (
          <li key={version} className="flex items-baseline justify-between gap-3 py-3 text-sm">
            <span className="font-semibold">
              {m.version(version)}
              {version === reading.version && <span className="font-normal text-text-3">{` · ${m.current}`}</span>}
            </span>
            <time dateTime={createdAt} className="text-text-3">
              {formatAgo(createdAt)}
            </time>
          </li>
        ))}
      </ol>
    </Dialog>
  )
}
