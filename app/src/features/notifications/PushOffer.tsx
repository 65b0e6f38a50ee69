import { useQuery } from '@tanstack/react-query'
import BellRing from 'lucide-react/icons/bell-ring'
import { useEffect, useState } from 'react'

import { readPrivate, writePrivate } from '#data/device/private-storage.ts'
import { read } from '#data/wire.ts'
import { notificationMessages } from '#entities/notification/notification.i18n.ts'
import { checkPush, usePushState } from '#entities/notification/push-subscription.ts'
import { useEnablePush } from '#entities/notification/PushSetting.tsx'
import { useMessages } from '#i18n/messages.ts'
import { Button } from '#ui/button/Button.tsx'

const declinedKey = 'push-declined'
const restMs = 30 * 86_400_000

/** Offers push to whoever has made a picture, and so has something to be told; a no is kept for a month. */
export function PushOffer({ userId }: { userId: string }) {
  const m = useMessages(notificationMessages)
  const state = usePushState()
  const [isDeclined, setDeclined] = useState(() => Date.now() - Number(readPrivate(declinedKey)) < restMs)
  const { isBusy, enable } = useEnablePush(userId)
  const { data: hasMade } = useQuery({
    queryKey: ['has-made', userId],
    queryFn: async ({ signal }) => {
      return (await read('generations', 'id', { status: 'eq.succeeded', limit: 1 }, signal)).length > 0
    },
    enabled: !isDeclined,
  })
  useEffect(() => void checkPush(userId).catch(() => undefined), [userId])
  if (isDeclined || !hasMade || (state !== 'off' && state !== 'install-first')) return null
  const decline = () => {
    writePrivate(declinedKey, String(Date.now()))
    setDeclined(true)
  }
  return (
    <section className="mx-(--gutter) my-3 flex flex-wrap items-center gap-x-4 gap-y-3 rounded-md border border-line bg-surface p-4 md:mx-0">
      <BellRing aria-hidden="true" className="size-6 flex-none text-text-2" strokeWidth={1.75} />
      <div className="min-w-48 flex-1">
        <h2 className="text-base font-semibold">{m.offer}</h2>
        <p className="text-sm text-text-3">{state === 'off' ? m.offerText : m.pushInstall}</p>
      </div>
      <div className="flex gap-2">
        {state === 'off' && (
          <Button variant="ink" size="sm" busyLabel={isBusy && m.enabling} onClick={enable}>
            {m.enable}
          </Button>
        )}
        <Button variant="ghost" size="sm" onClick={decline}>
          {m.noThanks}
        </Button>
      </div>
    </section>
  )
}
