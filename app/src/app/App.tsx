import { memo, Suspense, useEffect, useState, Component, type ReactNode } from 'react'

import { useOnline } from '#data/network.ts'
import { doubtEvent, silentMs } from '#data/reach/timed-fetch.ts'
import { useSession } from '#data/session.ts'
import { paths } from '#navigation/paths.ts'
import { navigateToHref, type Place, type PlaceState } from '#navigation/place.ts'
import { ScreenPlace, usePlace } from '#navigation/use-place.ts'
import { ScreenSpinner } from '#ui/feedback/Spinner.tsx'
import { lazyCore, lazyCoreLater } from '#ui/lazy.ts'

import { guardRoute } from './guard-route.ts'
import { routes, type Route } from './routes.ts'
import { Shell } from './shell/Shell.tsx'

const Banners = lazyCoreLater(async () => (await import('./shell/banners/Banners.tsx')).Banners)
const ToastHost = lazyCoreLater(async () => (await import('#ui/toast/ToastHost.tsx')).ToastHost)
const NotKept = lazyCore(async () => (await import('./shell/banners/NotKept.tsx')).NotKept)

/** Shows the screen of the address, in the frame, to those who may see it. */
export function App() {
  const place = usePlace()
  const session = useSession()
  const admission = guardRoute(place, session.status, routes)
  // After the old screen has gone, which may note how far it was scrolled.
  useEffect(() => {
    if (place.isNew && !place.state.over) scrollTo(0, 0)
  }, [place])
  return (
    <>
      {admission.kind === 'redirect' && <Redirect href={admission.href} state={admission.state} />}
      {admission.kind === 'wait' && <ScreenSpinner />}
      {admission.kind === 'show' && <Framed route={admission.route} place={place} />}
      <Suspense fallback={null}>
        <ToastHost />
        <Banners />
      </Suspense>
    </>
  )
}

interface Standing {
  route: Route
  place: Place
}

/** Screens that bring their own top bar on phones. */
const ownTops: ReadonlySet<string> = new Set([paths.post, paths.messages])

/** A post that a list led to lies over that list, which stays where it is; a post gone to directly is the screen. */
function Framed({ route, place }: Standing) {
  const [list, setList] = useState<Standing | null>(null)
  const isPost = route.path === paths.post
  if (!isPost && list?.place !== place) setList({ route, place })
  const under = isPost && list?.place.pathname === place.state.over?.pathname ? list : null
  const screen = <Screen {...(under ?? { route, place })} />
  if (route.access === 'guests') return screen
  const ownTop = ownTops.has(route.path) && !under
  return (
    <Shell isWhole={ownTop} hasBar={!isInConversation(place)} layer={under && <Screen route={route} place={place} />}>
      {screen}
    </Shell>
  )
}

/** It needs all of a phone (SCREENS §2). */
function isInConversation({ pathname, search }: Place): boolean {
  return pathname === paths.messages && search['conversation'] !== undefined
}

/** What lies under another screen stays as it is. */
const Screen = memo(function Screen({ route, place }: Standing) {
  return (
    <ScreenPlace value={place}>
      <ScreenBoundary key={place.pathname}>
        <Suspense fallback={<ScreenWait />}>
          <route.screen />
        </Suspense>
      </ScreenBoundary>
    </ScreenPlace>
  )
})

/** What is not on the device does not come without network. */
function ScreenWait() {
  const isOnline = useOnline()
  useEffect(() => {
    const silent = setTimeout(() => dispatchEvent(new Event(doubtEvent)), silentMs)
    return () => clearTimeout(silent)
  }, [])
  return isOnline ? (
    <ScreenSpinner />
  ) : (
    <Suspense fallback={<ScreenSpinner />}>
      <NotKept />
    </Suspense>
  )
}

function Redirect({ href, state }: { href: string; state: PlaceState | undefined }) {
  useEffect(() => navigateToHref(href, { replace: true, ...(state && { state }) }), [href, state])
  return null
}

const ScreenError = lazyCore(async () => (await import('./ScreenError.tsx')).ScreenError)

/** Keeps the frame when a screen breaks. */
class ScreenBoundary extends Component<{ children: ReactNode }, { error: unknown }> {
  override state: { error: unknown } = { error: null }

  static getDerivedStateFromError(error: unknown): { error: unknown } {
    return { error }
  }

  override render(): ReactNode {
    if (this.state.error === null) return this.props.children
    return (
      <Suspense fallback={null}>
        <ScreenError error={this.state.error} onRetry={() => this.setState({ error: null })} />
      </Suspense>
    )
  }
}
