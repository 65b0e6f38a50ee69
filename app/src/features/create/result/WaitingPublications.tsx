/** Publications that wait for the network: what was written is safe, may be sent now, or taken back. */
import Clock from 'lucide-react/icons/clock'
import X from 'lucide-react/icons/x'

import { retryWrites, takeBackWrite, useWaitingWrites } from '#data/outbox/pending-writes.ts'
import { useMessages } from '#i18n/messages.ts'
import { Button } from '#ui/button/Button.tsx'
import { IconButton } from '#ui/button/IconButton.tsx'

import { publicationWrite } from './publications.ts'
import { wordsOf } from './publish-post.ts'
import { resultMessages } from './result.i18n.ts'

/** Over every page, by their words. */
export function WaitingPublications() {
  const m = useMessages(resultMessages)
  const writes = useWaitingWrites().filter(({ kind }) => kind === publicationWrite)
  if (writes.length === 0) return null
  return (
    <section
      aria-label={m.waitingMany(writes.length)}
      className="fixed inset-x-(--gutter) bottom-[calc(var(--bar-h)+env(safe-area-inset-bottom)+var(--pill-h,0px)+0.75rem)] z-(--z-bar) grid gap-1 rounded-md bg-credit-soft p-3 text-sm text-on-credit-soft shadow-float md:right-6 md:bottom-6 md:left-auto md:w-88"
    >
      <div className="flex items-center gap-2">
        <Clock aria-hidden="true" className="size-4.5 flex-none" />
        <p role="status" className="min-w-0 flex-1 font-semibold">
          {m.waitingMany(writes.length)}
        </p>
        <Button size="sm" onClick={retryWrites}>
          {m.retry}
        </Button>
      </div>
      <ul>
        {writes.map((write) => (
          <li key={write.id} className="flex items-center gap-2">
            <span className="min-w-0 flex-1 truncate">{wordsOf(write)}</span>
            <IconButton
              size="sm"
              label={m.cancelOf(wordsOf(write))}
              icon={<X aria-hidden="true" className="size-4.5" />}
              className="text-current!"
              onClick={() => void takeBackWrite(write.id)}
            />
          </li>
        ))}
      </ul>
    </section>
  )
}

/** In the place of « Publier ». */
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
