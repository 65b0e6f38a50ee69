import {
  createRootRoute,
  createRoute,
  createRouter,
  lazyRouteComponent,
  Outlet,
  redirect,
  type ParsedLocation,
} from '@tanstack/react-router'

import { getSession, settledSession } from '#data/session.ts'
import { parseModalSearch } from '#entities/session/modal-search.ts'
import { safeReturnPath } from '#entities/session/return-path.ts'
import { ScreenSpinner } from '#ui/Spinner.tsx'
import { ToastHost } from '#ui/ToastHost.tsx'

import { paths } from './paths.ts'
import { Shell } from './shell/Shell.tsx'

declare module '@tanstack/history' {
  interface HistoryState {
    /** The path that led to /404. */
    attempted?: string
  }
}

declare module '@tanstack/react-router' {
  interface Register {
    router: typeof router
  }
}

const ScreenError = lazyRouteComponent(() => import('./ScreenError.tsx'), 'ScreenError')

const rootRoute = createRootRoute({ component: Root, validateSearch: parseModalSearch })

function Root() {
  return (
    <>
      <Outlet />
      <ToastHost />
    </>
  )
}

const shellRoute = createRoute({ getParentRoute: () => rootRoute, id: 'shell', component: Shell })

const signedInRoute = createRoute({
  getParentRoute: () => shellRoute,
  id: 'signed-in',
  beforeLoad: ({ location }) => requireSession(location),
})

/** An unauthenticated visitor is sent to /auth?from={original path and query} (spec §2). */
async function requireSession(location: ParsedLocation): Promise<void> {
  const session = await settledSession()
  if (session.status === 'signed-in') return
  throw redirect({ to: paths.auth, search: { from: `${location.pathname}${location.searchStr}` }, replace: true })
}

const feedScreen = lazyRouteComponent(() => import('./routes/FeedScreen.tsx'), 'FeedScreen')
const homeRoute = createRoute({ getParentRoute: () => shellRoute, path: paths.home, component: feedScreen })
const feedRoute = createRoute({ getParentRoute: () => shellRoute, path: paths.feed, component: feedScreen })

const postRoute = createRoute({
  getParentRoute: () => shellRoute,
  path: paths.post,
  component: lazyRouteComponent(() => import('./routes/PostScreen.tsx'), 'PostScreen'),
})

const notFoundRoute = createRoute({
  getParentRoute: () => shellRoute,
  path: paths.notFound,
  component: lazyRouteComponent(() => import('./routes/NotFoundScreen.tsx'), 'NotFoundScreen'),
})

const elsewhereRoute = createRoute({
  getParentRoute: () => rootRoute,
  path: '$',
  beforeLoad: ({ location }) => {
    throw redirect({ to: paths.notFound, state: { attempted: location.pathname }, replace: true })
  },
})

const authScreen = lazyRouteComponent(() => import('./routes/AuthScreen.tsx'), 'AuthScreen')

/** The one auth page on its three paths; somebody already signed in goes on at once. */
function authOptions() {
  return {
    getParentRoute: () => rootRoute,
    component: authScreen,
    validateSearch: ({ from }: Record<string, unknown>): { from?: string } =>
      typeof from === 'string' ? { from } : {},
    beforeLoad: ({ search }: { search: { from?: string } }) => {
      if (getSession().status === 'signed-in') throw redirect({ href: safeReturnPath(search.from), replace: true })
    },
  }
}
const authRoute = createRoute({ ...authOptions(), path: paths.auth })
const loginRoute = createRoute({ ...authOptions(), path: paths.login })
const signupRoute = createRoute({ ...authOptions(), path: paths.signup })

const profileScreen = lazyRouteComponent(() => import('./routes/ProfileScreen.tsx'), 'ProfileScreen')
const ownProfileRoute = createRoute({
  getParentRoute: () => signedInRoute,
  path: paths.ownProfile,
  component: lazyRouteComponent(() => import('./routes/ProfileScreen.tsx'), 'OwnProfileScreen'),
})
const profileRoute = createRoute({ getParentRoute: () => signedInRoute, path: paths.profile, component: profileScreen })

const accountScreen = lazyRouteComponent(() => import('./routes/AccountScreen.tsx'), 'AccountScreen')
const accountRoute = createRoute({ getParentRoute: () => signedInRoute, path: paths.account, component: accountScreen })
const settingsRoute = createRoute({
  getParentRoute: () => signedInRoute,
  path: paths.settings,
  component: accountScreen,
})

const areaScreen = lazyRouteComponent(() => import('./routes/AreaScreen.tsx'), 'AreaScreen')
const area = { getParentRoute: () => signedInRoute, component: areaScreen }
const areaRoutes = [
  createRoute({ ...area, path: paths.messages }),
  createRoute({ ...area, path: paths.notifications }),
  createRoute({ ...area, path: paths.workflows }),
  createRoute({ ...area, path: paths.workflow }),
  createRoute({ ...area, path: paths.payment }),
  createRoute({ ...area, path: paths.paymentSuccess }),
  createRoute({ ...area, path: paths.credits }),
  createRoute({ ...area, path: paths.subscription }),
  createRoute({ ...area, path: paths.commissions }),
  createRoute({ ...area, path: paths.stats }),
  createRoute({ ...area, path: paths.analytics }),
  createRoute({ ...area, path: paths.earnings }),
  createRoute({ ...area, path: paths.creator }),
] as const

const diagnosticScreen = lazyRouteComponent(() => import('./routes/DiagnosticScreen.tsx'), 'DiagnosticScreen')
const diagnostic = { getParentRoute: () => signedInRoute, component: diagnosticScreen }
const diagnosticRoutes = [
  createRoute({ ...diagnostic, path: paths.debugCredits }),
  createRoute({ ...diagnostic, path: paths.testFocus }),
  createRoute({ ...diagnostic, path: paths.testPostDisplay }),
  createRoute({ ...diagnostic, path: paths.simpleFocusTest }),
  createRoute({ ...diagnostic, path: paths.testRealPosts }),
  createRoute({ ...diagnostic, path: paths.pwaTest }),
  createRoute({ ...diagnostic, path: paths.fedapayTest }),
] as const

const routeTree = rootRoute.addChildren([
  shellRoute.addChildren([
    homeRoute,
    feedRoute,
    postRoute,
    notFoundRoute,
    signedInRoute.addChildren([
      ownProfileRoute,
      profileRoute,
      accountRoute,
      settingsRoute,
      ...areaRoutes,
      ...diagnosticRoutes,
    ]),
  ]),
  authRoute,
  loginRoute,
  signupRoute,
  elsewhereRoute,
])

export const router = createRouter({
  routeTree,
  // Plain `?from=/a&q=12`: every value is a string, no JSON in the address.
  parseSearch: (text) => Object.fromEntries(new URLSearchParams(text)),
  stringifySearch: (search) => {
    const defined = Object.entries(search).filter(([, value]) => value !== undefined && value !== '')
    const text = new URLSearchParams(defined.map(([key, value]) => [key, String(value)])).toString()
    return text && `?${text.replaceAll('%2F', '/')}`
  },
  defaultPreload: 'intent',
  defaultPreloadStaleTime: 0,
  defaultPendingComponent: ScreenSpinner,
  defaultPendingMs: 240,
  defaultErrorComponent: ScreenError,
  scrollRestoration: true,
})
