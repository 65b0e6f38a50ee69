/** In the place of « Publier » while the network is away: what was written is safe, may be sent now, or taken back. */
import Clock from 'lucide-react/icons/clock'

import { retryWrites, takeBackWrite } from '#data/outbox/pending-writes.ts'
import { useMessages } from '#i18n/messages.ts'
import { Button } from '#ui/button/Button.tsx'

import { resultMessages } from './result.i18n.ts'

export function WaitingPublication({ writeId }: { writeId: string }) {
  const m = useMessages(resultMessages)
  return (
    <div className="grid gap-2 rounded-md bg-credit-soft p-3 text-sm text-on-credit-soft">
      <div role="status">
        <p className="flex items-center gap-2 font-semibold">
          <Clock aria-hidden="true" className="size-4.5 flex-none" />
          {m.waiting}
        </p>
        <p>{m.waitingText}</p>
      </div>
      <div className="flex gap-2 *:flex-1">
        <Button onClick={retryWrites}>{m.retry}</Button>
        <Button variant="ghost" className="text-inherit!" onClick={() => void takeBackWrite(writeId)}>
          {m.cancel}
        </Button>
      </div>
    </div>
  )
}
