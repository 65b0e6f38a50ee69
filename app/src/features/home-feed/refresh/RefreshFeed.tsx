import ArrowDown from 'lucide-react/icons/arrow-down'
import { useEffect, useEffectEvent, useRef, useState } from 'react'

import type { PostList } from '#entities/post/feed/post-list.ts'
import { useMessages } from '#i18n/messages.ts'
import { placeStore } from '#navigation/place.ts'
import { classNames } from '#ui/class-names.ts'
import { isMotionReduced } from '#ui/display/motion.ts'
import { Spinner } from '#ui/feedback/Spinner.tsx'
import { toast } from '#ui/toast/toast.ts'

import { listenToPull, refreshAt } from './listen-to-pull.ts'
import { refreshMessages } from './refresh.i18n.ts'
import { reloadList } from './reload-list.ts'

export interface RefreshFeedProps {
  list: PostList
  userId: string | null
  onDone?: () => void
}

type Phase = 'idle' | 'pulled' | 'ready' | 'busy' | 'done'

/** What is new, by drawing the list down from its top or by going where one is, at the top, once more. */
export function RefreshFeed({ list, userId, onDone }: RefreshFeedProps) {
  const m = useMessages(refreshMessages)
  const [phase, setPhase] = useState<Phase>('idle')
  const indicator = useRef<HTMLDivElement>(null)
  const refresh = useEffectEvent(async () => {
    if (phase === 'busy') return
    setPhase('busy')
    try {
      await reloadList(list, userId)
      onDone?.()
      setPhase('done')
    } catch {
      toast({ title: m.failedTitle, description: m.failedText, tone: 'danger' })
      setPhase('idle')
    }
  })
  const follow = useEffectEvent((distance: number) => {
    if (phase === 'busy') return
    setPhase(distance >= refreshAt ? 'ready' : 'pulled')
    comeDown(indicator.current, distance)
  })
  const letGo = useEffectEvent((distance: number) => {
    comeDown(indicator.current, null)
    if (distance >= refreshAt) void refresh()
    else if (phase !== 'busy') setPhase('idle')
  })
  useEffect(() => listenToPull({ onMove: (distance) => follow(distance), onEnd: (distance) => letGo(distance) }), [])
  useEffect(
    () =>
      placeStore.subscribe((place, before) => {
        if (place.isNew && place.pathname === before.pathname && scrollY === 0) void refresh()
      }),
    [],
  )
  const isInSight = phase !== 'idle' && phase !== 'done'
  return (
    <div className="pointer-events-none sticky top-[calc(var(--stuck)+var(--top-h)+3.5rem)] z-(--z-sticky) flex h-0 justify-center md:top-[calc(var(--stuck)+4.75rem)]">
      <span role="status" className="sr-only">
        {phase === 'busy' && m.busy}
        {phase === 'done' && m.done}
      </span>
      <div
        ref={indicator}
        aria-hidden="true"
        data-refresh={phase}
        className={classNames(
          'mt-3 grid size-11 flex-none place-items-center rounded-full border border-line bg-surface text-text shadow-float',
          isInSight ? 'opacity-100' : 'opacity-0',
          phase !== 'pulled' && phase !== 'ready' && 'transition-[opacity,translate] duration-(--dur-2)',
        )}
      >
        {phase === 'busy' ? (
          <Spinner />
        ) : (
          <ArrowDown
            className={classNames('size-5.5 transition-[rotate] duration-(--dur-2)', phase === 'ready' && 'rotate-180')}
          />
        )}
      </div>
    </div>
  )
}

/** With less motion it stays in its place. */
function comeDown(element: HTMLElement | null, distance: number | null): void {
  const isStill = distance === null || isMotionReduced()
  element?.style.setProperty('translate', isStill ? '' : `0 ${distance - refreshAt}px`)
}
