/** Publications that wait for the network, wherever one is: by their words, to be sent now or taken back. */
import Clock from 'lucide-react/icons/clock'
import X from 'lucide-react/icons/x'

import { retryWrites, takeBackWrite, useWaitingWrites } from '#data/outbox/pending-writes.ts'
import { useAnyWaiting } from '#data/outbox/waiting-writes.ts'
import { publicationWrite, wordsOf } from '#features/create/result/publish-post.ts'
import { resultMessages } from '#features/create/result/result.i18n.ts'
import { useMessages } from '#i18n/messages.ts'
import { Button } from '#ui/button/Button.tsx'
import { IconButton } from '#ui/button/IconButton.tsx'

export function WaitingPublications() {
  const m = useMessages(resultMessages)
  const writes = useWaitingWrites().filter(({ kind }) => kind === publicationWrite)
  const isAway = useAnyWaiting()
  if (writes.length === 0 || !isAway) return null
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
