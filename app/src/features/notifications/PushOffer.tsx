import BellRing from 'lucide-react/icons/bell-ring'

import { notificationMessages } from '#entities/notification/notification.i18n.ts'
import { useEnablePush } from '#entities/notification/PushSetting.tsx'
import { useMessages } from '#i18n/messages.ts'
import { Button } from '#ui/button/Button.tsx'

import type { PushOffered } from './use-push-offer.ts'

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
