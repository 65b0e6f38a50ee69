import { useEffect, useEffectEvent, useState } from 'react'

import { waitingMessages } from '#app/shell/banners/waiting.i18n.ts'
import { isOnline, watchNetwork } from '#data/network.ts'
import '#data/outbox/pending-writes.ts'
import { useWaitingEntries } from '#data/outbox/outbox-status.ts'
import { openModal } from '#entities/session/modals.ts'
import { useMessages } from '#i18n/messages.ts'
import { classNames } from '#ui/class-names.ts'
import { tellHeight } from '#ui/screen/tell-height.ts'

import { offlineMessages } from './offline.i18n.ts'

type Phase = 'none' | 'away' | 'line' | 'back'

/** SCREENS §5.2, in ms: until it is said, until only a line is left of it, and how long the return is told. */
const sayAfterMs = 1000
const lineAfterMs = 5000
const backForMs = 3000
/** What waits goes out in its turn: how much was sent is known, and told, no sooner. */
const sendingForMs = 20_000

const told = 'bg-credit-soft px-(--gutter) py-2 pt-[calc(env(safe-area-inset-top)+0.5rem)]'
/** Never taken out of the page: what is said in it then would not be read out. */
const looks = {
  none: 'h-0 overflow-hidden',
  away: told,
  line: 'h-1 overflow-hidden bg-credit *:invisible',
  back: told,
} as const

const tellSaid = tellHeight('--said-h')

/** Says that the network is gone and, once it is back, how much was sent. The page makes room for it: it covers nothing. */
export function OfflineBanner() {
  const m = useMessages(offlineMessages)
  const words = useMessages(waitingMessages)
  const waiting = useWaitingEntries().length
  const [phase, setPhase] = useState<Phase>('none')
  const [kept, setKept] = useState(0)
  const comeBack = useEffectEvent(() => {
    setKept(waiting)
    setPhase('back')
  })
  useEffect(() => {
    let timer: ReturnType<typeof setTimeout> | undefined
    let wasOnline = true
    let isSaid = false
    const say = () => {
      isSaid = true
      setPhase('away')
      timer = setTimeout(() => setPhase('line'), lineAfterMs)
    }
    const hear = () => {
      if (isOnline() === wasOnline) return
      wasOnline = isOnline()
      clearTimeout(timer)
      if (!wasOnline) {
        timer = setTimeout(say, sayAfterMs)
      } else if (isSaid) {
        isSaid = false
        comeBack()
      } else {
        // Away for less than a second, maybe while the return was still told.
        setPhase('none')
      }
    }
    hear()
    const stop = watchNetwork(hear)
    return () => {
      stop()
      clearTimeout(timer)
    }
  }, [])
  useEffect(() => {
    if (phase !== 'back') return undefined
    const timer = setTimeout(() => setPhase('none'), waiting > 0 ? sendingForMs : backForMs)
    return () => clearTimeout(timer)
  }, [phase, waiting])
  const sent = Math.max(0, kept - waiting)
  return (
    <div
      ref={tellSaid}
      role="status"
      className={classNames(
        'pointer-events-none fixed inset-x-0 top-0 z-(--z-toast) text-center text-sm text-on-credit-soft',
        looks[phase],
      )}
    >
      {(phase === 'away' || phase === 'line') && (
        <>
          <p className="font-semibold">{m.title}</p>
          <p>{m.text}</p>
          {phase === 'away' && waiting > 0 && (
            <button
              type="button"
              onClick={() => openModal('waiting')}
              className="pointer-events-auto min-h-11 px-4 font-semibold underline"
            >
              {words.count(waiting)}
            </button>
          )}
        </>
      )}
      {phase === 'back' && <p className="font-semibold">{sent > 0 ? m.backWith(sent) : m.back}</p>}
    </div>
  )
}
