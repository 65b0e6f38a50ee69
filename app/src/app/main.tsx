import { QueryClientProvider } from '@tanstack/react-query'
import { StrictMode } from 'react'
import { createRoot } from 'react-dom/client'

import { queryClient } from '#data/query-client.ts'
import '#data/script-url.ts'
import { getSession, idOf, watchSession } from '#data/session.ts'
import { supabase } from '#data/supabase.ts'
import { drawWithKept } from '#features/home-feed/list/show-kept-first.ts'
import { matchPath } from '#navigation/paths.ts'
import { getPlace } from '#navigation/place.ts'
import { setPreloader } from '#navigation/preload.ts'
import { untilArrived, untilLoaded } from '#ui/lazy.ts'

import '#ui/style/theme.css'

import { App } from './App.tsx'
import { reloadOnMissingChunk } from './release/reload-on-missing-chunk.ts'
import { routes } from './routes.ts'
import { tellSessionEnd } from './session/tell-session-end.ts'
import { loadSideRail } from './shell/load-side-rail.ts'

reloadOnMissingChunk()
preloadScreens()
// Beside the app's start, not after it.
if (innerWidth >= 768) void loadSideRail().catch(() => undefined)
void untilArrived()
  .then(() => untilLoaded(() => import('#ui/display/change-display.ts')))
  .then(({ watchSystemTheme }) => watchSystemTheme())
tellSessionEnd()
// Somebody signed in or out, here or in another tab: what was fetched for them goes.
let personId = idOf(getSession())
let isStale = isSessionStale()
watchSession(() => {
  const nextId = idOf(getSession())
  // Whatever was refused for want of a token is asked for again.
  if (isStale && !isSessionStale() && nextId === personId) void queryClient.invalidateQueries()
  isStale = isSessionStale()
  if (personId !== null && nextId !== personId) queryClient.clear()
  if (nextId !== null && nextId !== personId) void settleIn(nextId)
  personId = nextId
})

/** Not before the first picture. */
async function settleIn(userId: string): Promise<void> {
  try {
    await (await import('./session/settle-in.ts')).settleIn(userId)
  } catch {
    // Without network the device stays as it is.
  }
}

function isSessionStale(): boolean {
  const session = getSession()
  return session.status === 'signed-in' && session.isStale
}

drawWithKept(personId, () =>
  createRoot(document.querySelector('#root')!).render(
    <StrictMode>
      <QueryClientProvider client={queryClient}>
        <App />
      </QueryClientProvider>
    </StrictMode>,
  ),
)

// The client refreshes the session and reports its changes. The first picture comes before it, unless only the client
// can tell who is there, or renew what lets them ask.
if (getSession().status === 'loading' || isStale) void supabase().catch(() => undefined)
const whenIdle = globalThis.requestIdleCallback ?? ((run: () => void) => setTimeout(run, 1500))
const whenSettled = () =>
  void import('./after-start.ts').then(({ afterStart }) => afterStart(personId)).catch(() => undefined)
void untilArrived().then(() => whenIdle(whenSettled))
// The page stands: see boot.ts.
requestAnimationFrame(() => setTimeout(() => localStorage.removeItem('cortexia.starts')))

/** Fetches the code of the first screen now, and of others when their links are pointed at. */
function preloadScreens(): void {
  const { pathname } = getPlace()
  routes.find(({ path }) => matchPath(path, pathname))?.preload()
  setPreloader((wanted) => routes.find(({ path }) => path === wanted)?.preload())
}
