import { Suspense, useEffect } from 'react'

import { useSession } from '#data/session.ts'
import { navigateToHref, type PlaceState } from '#navigation/place.ts'
import { usePlace } from '#navigation/use-place.ts'
import { ScreenSpinner } from '#ui/Spinner.tsx'
import { ToastHost } from '#ui/ToastHost.tsx'

import { admit } from './admit.ts'
import { routes, type Route } from './routes.ts'
import { ScreenBoundary } from './ScreenBoundary.tsx'
import { Shell } from './shell/Shell.tsx'

/** Shows the screen of the address, in the frame, to those who may see it. */
export function App() {
  const place = usePlace()
  const session = useSession()
  const admission = admit(place, session.status, routes)
  // After the old screen has gone, which may note how far it was scrolled.
  useEffect(() => {
    if (place.isNew) scrollTo(0, 0)
  }, [place])
  return (
    <>
      {admission.kind === 'redirect' && <Redirect href={admission.href} state={admission.state} />}
      {admission.kind === 'wait' && <ScreenSpinner />}
      {admission.kind === 'show' && <Framed route={admission.route} pathname={place.pathname} />}
      <ToastHost />
    </>
  )
}

function Framed({ route, pathname }: { route: Route; pathname: string }) {
  const screen = (
    <ScreenBoundary key={pathname}>
      <Suspense fallback={<ScreenSpinner />}>
        <route.screen />
      </Suspense>
    </ScreenBoundary>
  )
  return route.access === 'guests' ? screen : <Shell>{screen}</Shell>
}

function Redirect({ href, state }: { href: string; state: PlaceState | undefined }) {
  useEffect(() => navigateToHref(href, { replace: true, ...(state && { state }) }), [href, state])
  return null
}
