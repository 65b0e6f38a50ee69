/** Which screen stands on which path, and who may see it (spec §2). */
import type { ComponentType } from 'react'

import { paths, type Path } from '#navigation/paths.ts'
import { lazy, withStyles } from '#ui/lazy.ts'

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
type Shown = Omit<Route, 'path'>
type PathName = keyof typeof paths

// The feed is what most first visits come for: its code travels with the app's.
const feed: Loaded = { screen: FeedScreen, preload: () => undefined }
const auth: Shown = { ...fetched(async () => (await import('./routes/AuthScreen.tsx')).AuthScreen), access: 'guests' }

/** The screen of every other path is found by the path's name in member-screens.ts. */
const open: Record<Exclude<PathName, MemberScreen>, Loaded | Shown> = {
  home: feed,
  feed,
  post: fetched(async () => (await import('./routes/PostScreen.tsx')).PostScreen),
  tag: fetched(async () => (await import('./routes/TagScreen.tsx')).TagScreen),
  collection: fetched(async () => (await import('./routes/CollectionScreen.tsx')).CollectionScreen),
  notFound: fetched(async () => (await import('./routes/NotFoundScreen.tsx')).NotFoundScreen),
  auth,
  login: auth,
  signup: auth,
}

/** For everybody as well, and seldom asked for. */
const alsoOpen: readonly string[] = [
  'terms',
  'privacy',
  'transparency',
  'leaders',
  'challenges',
  'challenge',
  'unsubscribe',
] satisfies MemberScreen[]

export const routes: readonly Route[] = Object.entries(paths).map(([name, path]) => routeOf(name, path))

function routeOf(name: string, path: Path): Route {
  if (isOpen(name)) return { path, access: 'everybody', ...open[name] }
  const access = alsoOpen.includes(name) ? 'everybody' : 'members'
  return { path, access, ...screenNamed(name as MemberScreen) }
}

function isOpen(name: string): name is keyof typeof open {
  return name in open
}

function screenNamed(name: MemberScreen): Loaded {
  return fetched(async () => (await import('./member-screens.ts')).memberScreens[name]())
}

function fetched(load: () => Promise<ComponentType>): Loaded {
  return { screen: lazy(load), preload: () => withStyles(load) }
}
