/** The offer of push above the list. */
import { useQuery } from '@tanstack/react-query'
import BellRing from 'lucide-react/icons/bell-ring'
import { useEffect, useEffectEvent, useState } from 'react'

import { readPrivate, writePrivate } from '#data/device/private-storage.ts'
import { read } from '#data/wire.ts'
import { notificationMessages } from '#entities/notification/notification.i18n.ts'
import { checkPush, usePushState } from '#entities/notification/push-subscription.ts'
import { useEnablePush } from '#entities/notification/PushSetting.tsx'
import { useMessages } from '#i18n/messages.ts'
import { Button } from '#ui/button/Button.tsx'

export type PushOffered = 'off' | 'install-first'

const declinedKey = 'push-declined'
const restMs = 30 * 86_400_000
const madeKey = 'has-made'
const waitMs = 1000

export interface PushOfferState {
  offered: PushOffered | null
  /** Then the list may be shown: nothing comes above it any more. */
  isSettled: boolean
  /** A no is kept for a month. */
  decline: () => void
}

/** What somebody who has made a picture is offered; what is not known when the list can wait no longer is not, this time. */
export function usePushOffer(userId: string, isListThere: boolean): PushOfferState {
  const state = usePushState()
  const [isDeclined, setDeclined] = useState(() => Date.now() - Number(readPrivate(declinedKey)) < restMs)
  const [isLate, setLate] = useState(false)
  const hasMade = useHasMade(userId, !isDeclined)
  const canOffer = state === 'off' || state === 'install-first'
  const isKnown = isDeclined || hasMade === false || (state !== 'unknown' && (hasMade === true || !canOffer))
  const lookLate = useEffectEvent(() => setLate(!isKnown))
  useEffect(() => void checkPush(userId).catch(() => undefined), [userId])
  useEffect(() => {
    if (!isListThere) return undefined
    const timer = setTimeout(lookLate, waitMs)
    return () => clearTimeout(timer)
  }, [isListThere])
  const decline = () => {
    writePrivate(declinedKey, String(Date.now()))
    setDeclined(true)
  }
  // Not above what stands for a list that is still to come: that would move.
  const offered = isListThere && canOffer && hasMade === true && !isDeclined && !isLate ? state : null
  return { offered, isSettled: isKnown || isLate, decline }
}

/** Undefined until it is known; once it is so it stays so. */
function useHasMade(userId: string, isAsked: boolean): boolean | undefined {
  const isKept = readPrivate(madeKey) !== ''
  const { data } = useQuery({
    queryKey: ['has-made', userId],
    queryFn: async ({ signal }) => {
      return (await read('generations', 'id', { status: 'eq.succeeded', limit: 1 }, signal)).length > 0
    },
    enabled: isAsked && !isKept,
  })
  useEffect(() => {
    if (data === true) writePrivate(madeKey, 'yes')
  }, [data])
  return isKept || data
}

export interface PushOfferProps {
  userId: string
  offered: PushOffered
  onDecline: () => void
}

/** Offers push to whoever has made a picture, and so has something to be told. */
export function PushOffer({ userId, offered, onDecline }: PushOfferProps) {
  const m = useMessages(notificationMessages)
  const { isBusy, enable } = useEnablePush(userId)
  return (
    <section className="mx-(--gutter) my-3 flex flex-wrap items-center gap-x-4 gap-y-3 rounded-md border border-line bg-surface p-4 md:mx-0">
      <BellRing aria-hidden="true" className="size-6 flex-none text-text-2" strokeWidth={1.75} />
      <div className="min-w-48 flex-1">
        <h2 className="text-base font-semibold">{m.offer}</h2>
        <p className="text-sm text-text-3">{offered === 'off' ? m.offerText : m.pushInstall}</p>
      </div>
      <div className="flex gap-2">
        {offered === 'off' && (
          <Button variant="ink" size="sm" busyLabel={isBusy && m.enabling} onClick={enable}>
            {m.enable}
          </Button>
        )}
        <Button variant="ghost" size="sm" onClick={onDecline}>
          {m.noThanks}
        </Button>
      </div>
    </section>
  )
}
