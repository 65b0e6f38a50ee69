import { expect, test } from 'vitest'

import { matchPath, paths, toHref, toSearch } from './paths.ts'

test('a place becomes an address, its parts and values encoded', () => {
  expect(toHref({ to: paths.post, params: { id: '7' } })).toBe('/post/7')
  expect(toHref({ to: paths.profile, params: { handle: 'a/b é' } })).toBe('/profile/a%2Fb%20%C3%A9')
  expect(toHref({ to: paths.auth, search: { from: '/post/7?q=a&b' } })).toBe('/auth?from=/post/7%3Fq%3Da%26b')
})

test('unset query values leave no trace', () => {
  expect(toSearch({ modal: undefined, q: '', post: '7' })).toBe('?post=7')
  expect(toSearch({ modal: undefined })).toBe('')
})

test('an address gives its variable parts back, decoded', () => {
  expect(matchPath(paths.post, '/post/7')).toEqual({ id: '7' })
  expect(matchPath(paths.post, '/post/7/')).toEqual({ id: '7' })
  expect(matchPath(paths.profile, '/profile/a%2Fb%20%C3%A9')).toEqual({ handle: 'a/b é' })
  expect(matchPath(paths.profile, '/profile/%E0%A4%A')).toEqual({ handle: '%E0%A4%A' })
  expect(matchPath(paths.home, '/')).toEqual({})
})

test.each(['/post', '/post/', '/post/7/8', '/posts/7', '//post/7'])('%s is no post', (pathname) => {
  expect(matchPath(paths.post, pathname)).toBeNull()
})

test('the compiler refuses an unknown path and a missing part', () => {
  // @ts-expect-error no such path
  expect(toHref({ to: '/nowhere' })).toBe('/nowhere')
  // @ts-expect-error the id is missing
  expect(toHref({ to: paths.post })).toBe('/post/')
})
