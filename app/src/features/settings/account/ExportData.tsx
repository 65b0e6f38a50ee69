import { useMutation, useQuery } from '@tanstack/react-query'
import Download from 'lucide-react/icons/download'
import { useId } from 'react'

import { formatBytes } from '#i18n/format-bytes.ts'
import { formatDate } from '#i18n/format.ts'
import { currentMessages, useMessages } from '#i18n/messages.ts'
import { Button } from '#ui/button/Button.tsx'
import { Alert } from '#ui/feedback/Alert.tsx'
import { toast } from '#ui/toast/toast.ts'

import { askForExportMutation, isBusy, lastExportQuery, signExportMutation, type DataExport } from './account-data.ts'
import { accountMessages } from './account.i18n.ts'

/** Everything one has here, to take along. */
export function ExportData({ userId }: { userId: string }) {
  const m = useMessages(accountMessages)
  const id = useId()
  const { data: last } = useQuery(lastExportQuery(userId))
  const { mutate, isPending } = useMutation(askForExportMutation)
  return (
    <section className="card grid gap-4" aria-labelledby={id}>
      <div>
        <h2 id={id}>{m.archive}</h2>
        <p className="mt-1 text-sm text-text-2">{m.archiveText}</p>
      </div>
      <div role="status" className="empty:hidden">
        {last && <Progress archive={last} />}
      </div>
      {!isBusy(last) && (
        <Button
          className="justify-self-start"
          busyLabel={isPending && m.asking}
          onClick={() => mutate(undefined, { onError: tellRefusal })}
        >
          {m.ask}
        </Button>
      )}
    </section>
  )
}

function Progress({ archive }: { archive: DataExport }) {
  const m = useMessages(accountMessages)
  const { mutate, isPending } = useMutation(signExportMutation)
  if (isBusy(archive)) return <Alert tone="info">{m.preparing}</Alert>
  if (archive.status === 'failed') return <Alert tone="danger">{m.failed}</Alert>
  if (archive.status !== 'ready') return null
  const fetchIt = (path: string) => mutate(path, { onSuccess: (url) => location.assign(url), onError: tellRefusal })
  return (
    <Alert tone="info" title={m.ready}>
      {m.readyFacts(formatDate(archive.created_at), formatBytes(archive.bytes ?? 0), archive.pictures ?? 0)}
      <span className="mt-2.5 flex flex-wrap gap-2">
        {archive.paths.map((path, place) => (
          <Button
            key={path}
            size="sm"
            icon={<Download aria-hidden="true" className="size-4.5" />}
            disabled={isPending}
            onClick={() => fetchIt(path)}
          >
            {archive.paths.length > 1 ? m.downloadPart(place + 1) : m.download}
          </Button>
        ))}
      </span>
    </Alert>
  )
}

/** A refusal of a function carries the answer itself. */
function tellRefusal(error: Error & { context?: unknown }): void {
  const m = currentMessages(accountMessages)
  const answer = error.context instanceof Response ? error.context : null
  const seconds = Number(answer?.headers.get('retry-after')) || 86_400
  const description = answer?.status === 429 ? m.tooSoon(Math.ceil(seconds / 3600)) : m.tryAgain
  toast({ tone: 'danger', title: m.notAsked, description })
}
