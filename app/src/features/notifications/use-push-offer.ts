/** Whether push is offered above the list. */
import { useQuery } from '@tanstack/react-query'
import { useEffect, useEffectEvent, useState } from 'react'

import { readPrivate, writePrivate } from '#data/device/private-storage.ts'
import { read } from '#data/wire.ts'
import { checkPush, usePushState } from '#entities/notification/push-subscription.ts'

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
  const offered = canOffer && hasMade === true && !isDeclined && !isLate ? state : null
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
