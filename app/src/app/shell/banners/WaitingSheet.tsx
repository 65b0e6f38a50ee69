import X from 'lucide-react/icons/x'

import { useWaitingEntries, type WaitingEntry } from '#data/outbox/outbox-status.ts'
import { useMessages } from '#i18n/messages.ts'
import { Button } from '#ui/button/Button.tsx'
import { IconButton } from '#ui/button/IconButton.tsx'
import { Dialog } from '#ui/dialog/Dialog.tsx'
import { Ago } from '#ui/display/Ago.tsx'

import { waitingSheetMessages } from './waiting-sheet.i18n.ts'

/** `?modal=waiting`: everything that has not reached the server, to be sent now or taken back. */
export function WaitingSheet({ onClose }: { onClose: () => void }) {
  const m = useMessages(waitingSheetMessages)
  const entries = useWaitingEntries()
  const retryAll = () => {
    for (const { state, retry } of entries) if (state === 'waiting') retry?.()
  }
  const canRetry = entries.some(({ state }) => state === 'waiting')
  return (
    <Dialog title={m.title} onClose={onClose} footer={canRetry && <RetryAll onPress={retryAll} />}>
      <p role="status" className="text-sm text-text-2">
        {entries.length > 0 ? m.intro : m.none}
      </p>
      <ul className="mt-3 divide-y divide-line">
        {entries.map((entry) => (
          <Entry key={entry.id} entry={entry} />
        ))}
      </ul>
    </Dialog>
  )
}

function RetryAll({ onPress }: { onPress: () => void }) {
  const m = useMessages(waitingSheetMessages)
  return (
    <Button variant="ink" className="w-full" onClick={onPress}>
      {m.all}
    </Button>
  )
}

function Entry({ entry: { kind, words, at, state, cancel, retry } }: { entry: WaitingEntry }) {
  const m = useMessages(waitingSheetMessages)
  const known: unknown = m[kind as keyof typeof m]
  const label = typeof known === 'string' ? known : m.change
  const isStopped = state === 'failed' || state === 'expired'
  return (
    <li className="flex items-center gap-3 py-2.5">
      <div className="min-w-0 flex-1">
        <p className="truncate text-sm font-semibold">{words ?? label}</p>
        <p className={`text-xs ${isStopped ? 'text-danger-text' : 'text-text-3'}`}>
          {words !== undefined && `${label} · `}
          {m[state]} · <Ago date={new Date(at).toISOString()} />
        </p>
      </div>
      {isStopped && retry && (
        <Button size="sm" aria-label={m.retry(words ?? label)} onClick={retry}>
          {m.retryShort}
        </Button>
      )}
      {cancel && state !== 'sending' && (
        <IconButton
          size="sm"
          label={m.cancel(words ?? label)}
          icon={<X aria-hidden="true" className="size-4.5" />}
          onClick={cancel}
        />
      )}
    </li>
  )
}
