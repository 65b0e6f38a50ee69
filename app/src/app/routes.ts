/** Which screen stands on which path, and who may see it (spec §2). */
import type { ComponentType } from 'react'

import { paths, type Path } from '#navigation/paths.ts'
import { lazy } from '#ui/lazy.ts'

import type { MemberScreen } from './member-screens.ts'
import { FeedScreen } from './routes/FeedScreen.tsx'

export interface Route {
  path: Path
  screen: ComponentType
  /** Fetches the screen's code ahead of its first showing. */
  preload: () => unknown
  /** `members` asks a visitor to sign in; `guests` sends a member on. */
  access: 'everybody' | 'members' | 'guests'
}

type Loaded = Pick<Route, 'screen' | 'preload'>

// The feed is what most first visits come for: its code travels with the app's.
const feed: Loaded = { screen: FeedScreen, preload: () => undefined }
const post = fetched(async () => (await import('./routes/PostScreen.tsx')).PostScreen)
const tag = fetched(async () => (await import('./routes/TagScreen.tsx')).TagScreen)
const collection = fetched(async () => (await import('./routes/CollectionScreen.tsx')).CollectionScreen)
const notFound = fetched(async () => (await import('./routes/NotFoundScreen.tsx')).NotFoundScreen)
const auth = fetched(async () => (await import('./routes/AuthScreen.tsx')).AuthScreen)
const profile = forMembers('profile')
const ownProfile = forMembers('ownProfile')
const account = forMembers('account')
const moderation = forMembers('moderation')
const area = forMembers('area')
const transparency = forMembers('transparency')
const messages = forMembers('messages')
const notifications = forMembers('notifications')
const workflows = forMembers('workflows')
const workflow = forMembers('workflow')
const payment = forMembers('payment')
const debugCredits = forMembers('debugCredits')
const diagnostic = forMembers('diagnostic')

export const routes: readonly Route[] = [
  everybody(paths.home, feed),
  everybody(paths.feed, feed),
  everybody(paths.post, post),
  everybody(paths.tag, tag),
  everybody(paths.collection, collection),
  everybody(paths.transparency, transparency),
  everybody(paths.notFound, notFound),
  { path: paths.auth, ...auth, access: 'guests' },
  { path: paths.login, ...auth, access: 'guests' },
  { path: paths.signup, ...auth, access: 'guests' },
  members(paths.ownProfile, ownProfile),
  members(paths.profile, profile),
  members(paths.account, account),
  members(paths.settings, account),
  members(paths.moderation, moderation),
  members(paths.messages, messages),
  members(paths.notifications, notifications),
  members(paths.workflows, workflows),
  members(paths.workflow, workflow),
  members(paths.payment, payment),
  members(paths.paymentSuccess, payment),
  members(paths.credits, payment),
  members(paths.subscription, payment),
  members(paths.commissions, area),
  members(paths.stats, area),
  members(paths.analytics, area),
  members(paths.earnings, area),
  members(paths.creator, area),
  members(paths.debugCredits, debugCredits),
  members(paths.testFocus, diagnostic),
  members(paths.testPostDisplay, diagnostic),
  members(paths.simpleFocusTest, diagnostic),
  members(paths.testRealPosts, diagnostic),
  members(paths.pwaTest, diagnostic),
  members(paths.fedapayTest, diagnostic),
]

function everybody(path: Path, loaded: Loaded): Route {
  return { path, ...loaded, access: 'everybody' }
}

function members(path: Path, loaded: Loaded): Route {
  return { path, ...loaded, access: 'members' }
}

function forMembers(name: MemberScreen): Loaded {
  return fetched(async () => (await import('./member-screens.ts')).memberScreens[name]())
}

function fetched(load: () => Promise<ComponentType>): Loaded {
  return { screen: lazy(load), preload: load }
}
