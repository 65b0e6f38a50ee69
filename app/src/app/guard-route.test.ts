import { expect, test } from 'vitest'

import { paths } from '#navigation/paths.ts'
import type { Place } from '#navigation/place.ts'

import { guardRoute, type Admission } from './guard-route.ts'
import type { Route } from './routes.ts'

const route = (path: Route['path'], access: Route['access']): Route => ({
  path,
  access,
  screen: () => null,
  preload: () => undefined,
})
const feed = route(paths.home, 'everybody')
const profile = route(paths.profile, 'members')
const auth = route(paths.auth, 'guests')
const table = [feed, profile, auth]

function at(href: string): Place {
  const { pathname, searchParams } = new URL(href, 'https://cortexia.example')
  return { pathname, search: Object.fromEntries(searchParams), href, state: {}, isNew: true }
}

const show = (shown: Route): Admission => ({ kind: 'show', route: shown })
const redirect = (href: string): Admission => ({ kind: 'redirect', href })

test.each([
  ['/', 'signed-out', show(feed)],
  ['/', 'loading', show(feed)],
  ['/profile/awa?tab=2', 'signed-in', show(profile)],
  ['/profile/awa?tab=2', 'loading', { kind: 'wait' }],
  ['/profile/awa?tab=2', 'signed-out', redirect('/auth?from=/profile/awa%3Ftab%3D2')],
  ['/auth?from=/profile/awa', 'signed-out', show(auth)],
  ['/auth?from=/profile/awa', 'loading', show(auth)],
  ['/auth?from=/profile/awa', 'signed-in', redirect('/profile/awa')],
  ['/auth?from=https://evil.example', 'signed-in', redirect('/')],
] as const)('%s while %s', (href, session, admission) => {
  // safeReturnPath compares with the page's origin
  globalThis.location ??= { origin: 'https://cortexia.example' } as Location
  expect(guardRoute(at(href), session, table)).toEqual(admission)
})

test('an unknown path leads to /404, which is told what was asked for', () => {
  expect(guardRoute(at('/nulle/part?x=1'), 'signed-out', table)).toEqual({
    kind: 'redirect',
    href: '/404',
    state: { attempted: '/nulle/part' },
  })
})
