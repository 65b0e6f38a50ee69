/** While it is made: the loom, the step, the share, the seconds, and the way out. */
import { useEffect, useState } from 'react'

import { useUserId } from '#data/session.ts'
import type { Creation } from '#entities/generation/creation.ts'
import { nameStage } from '#entities/generation/explain-problem.ts'
import { generationMessages } from '#entities/generation/generation.i18n.ts'
import { announceable } from '#entities/generation/progress/overall-progress.ts'
import { cancelCreation } from '#entities/generation/send-creation.ts'
import { Picture } from '#entities/image/Picture.tsx'
import { useMessages, currentMessages } from '#i18n/messages.ts'
import { Button } from '#ui/button/Button.tsx'

import { Loom } from './Loom.tsx'
import { stageMessages } from './stage.i18n.ts'

/** After this many seconds the person is told that they need not wait. */
const longAfter = 90

export interface WorkStageProps {
  creation: Creation
  /** To the form, for the next one. */
  onEdit: () => void
}

export function WorkStage({ creation, onEdit }: WorkStageProps) {
  const m = useMessages(stageMessages)
  const userId = useUserId()
  const { key, order, images, isCanceling } = creation
  return (
    <div className="grid gap-4">
      <Loom size={order} creation={creation} />
      {order.count > 1 && images.length > 0 && <Arrived creation={creation} />}
      {creation.status === 'waiting' ? <Waiting /> : <Work creation={creation} />}
      <p className="prompt line-clamp-3 text-sm">{order.prompt}</p>
      <div className="flex gap-2">
        <Button
          variant="line"
          className="flex-1"
          disabled={userId === null || isCanceling}
          onClick={() => userId !== null && void cancelCreation(userId, key)}
        >
          {m.cancel}
        </Button>
        <Button className="flex-1 lg:hidden" onClick={onEdit}>
          {m.next}
        </Button>
      </div>
    </div>
  )
}

function Waiting() {
  const m = useMessages(stageMessages)
  return (
    <div role="status" className="grid gap-2">
      <p className="font-heading text-lg font-bold">{m.waitingTitle}</p>
      <p className="text-sm text-text-2">{m.waitingText}</p>
    </div>
  )
}

function Work({ creation }: { creation: Creation }) {
  const m = useMessages(stageMessages)
  const g = useMessages(generationMessages)
  const { orderedAt, progress } = creation
  const elapsed = useElapsed(orderedAt)
  const percent = progress === null ? null : Math.round(progress * 100)
  const left = secondsLeft(creation)
  return (
    <div className="grid gap-2">
      <p className="flex items-baseline justify-between gap-3 font-heading text-lg font-bold">
        {g.busy}
        {percent !== null && <span className="num min-w-[5ch] text-right whitespace-nowrap">{`${percent} %`}</span>}
      </p>
      <div
        role="progressbar"
        aria-label={g.busy}
        aria-valuemin={0}
        aria-valuemax={100}
        {...(percent !== null && { 'aria-valuenow': percent })}
        className="h-1.5 overflow-hidden rounded-full bg-surface-3"
      >
        <i
          className={`block h-full origin-left bg-accent transition-transform duration-(--dur-3) ${percent === null ? 'animate-pulse' : ''}`}
          style={{ transform: `scaleX(${progress ?? 0.08})` }}
        />
      </div>
      <p className="flex justify-between gap-3 text-sm text-text-2">
        <span>{stepOf(creation)}</span>
        <span className="num">{left === null ? m.seconds(elapsed) : m.left(left)}</span>
      </p>
      <p className="text-xs text-text-3">{elapsed > longAfter ? m.long : m.closeSafely}</p>
      <p role="status" className="sr-only">
        {`${g.busy} ${announceable(progress)}`}
      </p>
    </div>
  )
}

/** Those of several pictures that are there already. */
function Arrived({ creation: { images, order } }: { creation: Creation }) {
  const m = useMessages(stageMessages)
  return (
    <div className="grid gap-1.5">
      <p className="text-xs text-text-2">{m.arrived(images.length, order.count)}</p>
      <ul className="grid grid-cols-4 gap-1.5">
        {images.map((image, place) => (
          <li key={image.id}>
            <Picture image={image} alt={`${order.prompt} (${place + 1})`} sizes="100px" className="rounded-img" />
          </li>
        ))}
      </ul>
    </div>
  )
}

/** The step in words: where in the queue, or what the engine is doing. */
function stepOf({ status, position, etaSeconds, stage, isCanceling }: Creation): string {
  const m = currentMessages(generationMessages)
  if (isCanceling) return m.canceling
  if (status === 'sending') return m.sending
  if (status !== 'queued') return nameStage(stage)
  if (position === null) return m.inQueue
  return etaSeconds === null ? m.queued(position + 1) : m.queuedFor(position + 1, Math.max(1, Math.round(etaSeconds)))
}

/** As the server last told it; while it waits, that stands in the step already. */
function secondsLeft({ status, etaSeconds, isCanceling }: Creation): number | null {
  return status === 'running' && !isCanceling && etaSeconds !== null ? Math.max(1, Math.round(etaSeconds)) : null
}

/** Whole seconds since a moment. */
function useElapsed(since: number): number {
  const [now, setNow] = useState(Date.now)
  useEffect(() => {
    const timer = setInterval(() => setNow(Date.now()), 1000)
    return () => clearInterval(timer)
  }, [])
  return Math.max(0, Math.floor((now - since) / 1000))
}
