import { Suspense, useEffect, useLayoutEffect, useRef, useState, type ReactNode } from 'react'

import { useAnyWaiting } from '#data/outbox/waiting-writes.ts'
import { useUserId } from '#data/session.ts'
import { closeModal, useModalSearch } from '#entities/session/modals.ts'
import { useMessages } from '#i18n/messages.ts'
import { usePathname } from '#navigation/use-place.ts'
import { lazy, lazyCore, lazyCoreLater, lazyLater } from '#ui/lazy.ts'
import { focusScreen } from '#ui/screen/focus-screen.ts'
import { afterPaint } from '#ui/screen/use-after-paint.ts'
import { useScreenSize } from '#ui/screen/use-screen-size.ts'

import { BottomBar } from './BottomBar.tsx'
import { Layer } from './Layer.tsx'
import { loadSideRail } from './load-side-rail.ts'
import { shellMessages } from './shell.i18n.ts'
import { TopBar } from './top/TopBar.tsx'

// Visitors make nothing.
const RunningCreations = lazyLater(async () => (await import('./RunningCreations.tsx')).RunningCreations)

// Phones have their bar.
const SideRail = lazyCore(async () => (await loadSideRail()).SideRail)

// Fetched when the page has come to rest: a dialog does not wait for the list of dialogs.
const ModalHost = lazyCore(async () => (await import('./ModalHost.tsx')).ModalHost)

const WaitingPublications = lazy(
  async () => (await import('#features/create/result/WaitingPublications.tsx')).WaitingPublications,
)
const InstallPrompt = lazyCoreLater(async () => (await import('./banners/InstallPrompt.tsx')).InstallPrompt)
const ShellKeys = lazyCoreLater(async () => (await import('./ShellKeys.tsx')).ShellKeys)

export interface ShellProps {
  /** The screen brings its own top bar on phones. */
  isWhole: boolean
  /** The navigation of phones stands under it. */
  hasBar: boolean
  /** A screen over `children`. */
  layer: ReactNode
  children: ReactNode
}

/** The frame around every screen but sign-in: exactly one navigation at any width. */
export function Shell({ isWhole, hasBar, layer, children }: ShellProps) {
  const m = useMessages(shellMessages)
  const { isMobile, isTablet } = useScreenSize()
  const isCovered = Boolean(layer)
  const isPutAway = usePutAway(isCovered)
  useFocusOnNavigation(isCovered)
  const userId = useUserId()
  const { modal } = useModalSearch()
  const isWaiting = useAnyWaiting()
  return (
    <div className="min-h-[calc(100svh-var(--said-h))] md:grid md:grid-cols-[var(--rail-compact-w)_minmax(0,1fr)] lg:grid-cols-[var(--rail-w)_minmax(0,1fr)]">
      <button
        type="button"
        onClick={focusScreen}
        className="fixed top-2 left-2 z-(--z-toast) -translate-y-[200%] rounded-sm bg-ink px-4 py-2.5 text-on-ink focus:translate-y-0"
      >
        {m.skip}
      </button>
      {isMobile ? (
        !isWhole && <TopBar />
      ) : (
        <Suspense fallback={<div />}>
          <SideRail compact={isTablet} />
        </Suspense>
      )}
      <main
        id="contenu"
        tabIndex={-1}
        className="min-w-0 pb-[calc(var(--bar-h)+env(safe-area-inset-bottom)+var(--pill-h,0px)+1.5rem)] md:pb-12"
      >
        <div inert={isPutAway} className={isPutAway ? 'invisible' : undefined}>
          {children}
        </div>
        {isCovered && <Layer>{layer}</Layer>}
      </main>
      {isMobile && hasBar && userId !== null && (
        <Suspense fallback={null}>
          <RunningCreations userId={userId} place="bar" />
        </Suspense>
      )}
      {isMobile && hasBar && <BottomBar />}
      <Suspense fallback={null}>
        <ShellKeys />
      </Suspense>
      {/* A press is answered in the next frame, whatever has to come first. */}
      <Suspense
        fallback={<div role="presentation" onClick={closeModal} className="fixed inset-0 z-(--z-scrim) bg-scrim" />}
      >
        {modal !== undefined && <ModalHost />}
      </Suspense>
      {/* Its code may be out of reach just when something waits: nothing else waits for it. */}
      <Suspense fallback={null}>{isWaiting && <WaitingPublications />}</Suspense>
      <Suspense fallback={null}>
        <InstallPrompt />
      </Suspense>
    </div>
  )
}

/** What lies over it is seen first: taking so much out of sight and reach is a good part of a frame's work. */
function usePutAway(isCovered: boolean): boolean {
  const [isPutAway, setPutAway] = useState(false)
  useEffect(() => {
    if (!isCovered) return undefined
    const stop = afterPaint(() => setPutAway(true))
    return () => {
      stop()
      setPutAway(false)
    }
  }, [isCovered])
  return isCovered && isPutAway
}

/**
 * Moves the focus to the new screen, so that the keyboard and screen readers start there and not where the old one was;
 * what was covered has it back where it was.
 */
function useFocusOnNavigation(isCovered: boolean): void {
  const pathname = usePathname()
  const shown = useRef({ pathname, isCovered })
  const opener = useRef<HTMLElement>(null)
  // Before the browser takes the focus from what is no longer seen.
  useLayoutEffect(() => {
    if (isCovered) opener.current = document.activeElement as HTMLElement | null
  }, [isCovered])
  useEffect(() => {
    const before = shown.current
    if (before.pathname === pathname) return
    shown.current = { pathname, isCovered }
    if (before.isCovered && !isCovered) opener.current?.focus({ preventScroll: true })
    else focusScreen()
  }, [pathname, isCovered])
}
