import { useEffect, useState } from 'react'

import { useMessages } from '#i18n/messages.ts'
import { Button } from '#ui/button/Button.tsx'
import { toast } from '#ui/toast/toast.ts'

import { notificationMessages } from './notification.i18n.ts'
import { checkPush, disablePush, enablePush, usePushState } from './push-subscription.ts'

/** Push on this device: what stands in its way, or the way to have it. */
export function PushSetting({ userId }: { userId: string }) {
  const m = useMessages(notificationMessages)
  const state = usePushState()
  const { isBusy, enable } = useEnablePush(userId)
  useEffect(() => void checkPush(userId).catch(() => undefined), [userId])
  const text = {
    unknown: '',
    unsupported: m.pushUnsupported,
    'install-first': m.pushInstall,
    blocked: m.pushBlocked,
    off: m.pushOff,
    on: m.pushOn,
  }[state]
  return (
    <section className="flex items-center justify-between gap-4">
      <div>
        <h3 className="font-semibold">{m.pushHere}</h3>
        <p className="min-h-5 text-sm text-text-3">{text}</p>
      </div>
      {state === 'off' && (
        <Button variant="ink" size="sm" busyLabel={isBusy && m.enabling} onClick={enable}>
          {m.enable}
        </Button>
      )}
      {state === 'on' && (
        <Button variant="line" size="sm" onClick={() => void disablePush()}>
          {m.disable}
        </Button>
      )}
    </section>
  )
}

/** Asks the browser, which asks the person. */
export function useEnablePush(userId: string) {
  const m = useMessages(notificationMessages)
  const [isBusy, setBusy] = useState(false)
  const enable = () => {
    setBusy(true)
    const failed = () => toast({ tone: 'danger', title: m.notEnabled, description: m.tryAgain })
    const told = (state: string) => state === 'on' && toast({ title: m.offerOn })
    void enablePush(userId)
      .then(told, failed)
      .finally(() => setBusy(false))
  }
  return { isBusy, enable }
}
