import Share from 'lucide-react/icons/share'
import SquarePlus from 'lucide-react/icons/square-plus'
import { useEffect, useState } from 'react'
import { useStore } from 'zustand'

import { installHistory, isPutOffNow, noteVisit, putOffInstall, type InstallEvent } from '#data/device/install-acts.ts'
import { useOnline } from '#data/network.ts'
import { useUpdateShown } from '#entities/release/update-store.ts'
import { useModalSearch } from '#entities/session/modals.ts'
import { useMessages } from '#i18n/messages.ts'
import { Button } from '#ui/button/Button.tsx'

import { BannerActions, BannerCard } from './BannerCard.tsx'
import { installWay, isInstallDue } from './install-rules.ts'
import { installMessages } from './install.i18n.ts'

/** Offers to install the app, after a useful act and never over a dialog; what is installed, or was put off, hides it. */
export function InstallPrompt() {
  const m = useMessages(installMessages)
  const history = useStore(installHistory)
  const isOnline = useOnline()
  const isUpdateShown = useUpdateShown()
  const { modal } = useModalSearch()
  const { event, isGone, hide } = useInstall()
  const [openedAt] = useState(Date.now)
  const way = installWay({
    userAgent: navigator.userAgent,
    hasEvent: event !== undefined,
    touchPoints: navigator.maxTouchPoints,
  })
  if (isGone || way === null || !isInstallDue(history, openedAt)) return null
  if (modal !== undefined || !isOnline || isUpdateShown) return null
  const putOff = () => {
    putOffInstall()
    hide()
  }
  const install = async () => {
    hide()
    const { outcome } = await (event as InstallEvent).prompt()
    if (outcome === 'dismissed') putOffInstall()
  }
  return (
    <BannerCard title={m.title}>
      <p className="mt-1 text-sm text-text-2">{m.text}</p>
      {way === 'ios' && <AppleSteps />}
      {way !== 'prompt' && <p className="mt-2 text-sm">{m[way]}</p>}
      <BannerActions>
        {way === 'prompt' && (
          <Button variant="ink" onClick={() => void install()}>
            {m.install}
          </Button>
        )}
        <Button onClick={putOff}>{m.later}</Button>
      </BannerActions>
    </BannerCard>
  )
}

/** As Safari draws what is to be touched. */
function AppleSteps() {
  const m = useMessages(installMessages)
  const icon = { 'aria-hidden': true, className: 'size-5 flex-none text-accent-text' } as const
  return (
    <ol className="mt-3 grid gap-2 text-sm font-semibold *:flex *:items-center *:gap-2.5">
      <li>
        <Share {...icon} />
        {m.share}
      </li>
      <li>
        <SquarePlus {...icon} />
        {m.add}
      </li>
    </ol>
  )
}

function isInstalled(): boolean {
  const isOnHomeScreen = (navigator as { standalone?: boolean }).standalone === true
  return isOnHomeScreen || matchMedia('(display-mode: standalone), (display-mode: minimal-ui)').matches
}

/** What the browser offers: it may have done so before this was there (boot.ts). */
function useInstall() {
  const [event, setEvent] = useState(window.installEvent)
  const [isGone, setGone] = useState(() => isInstalled() || isPutOffNow())
  useEffect(() => {
    noteVisit()
    const over = new AbortController()
    addEventListener('beforeinstallprompt', (offered) => setEvent(offered), { signal: over.signal })
    addEventListener('appinstalled', () => setGone(true), { signal: over.signal })
    return () => over.abort()
  }, [])
  return { event, isGone, hide: () => setGone(true) }
}
