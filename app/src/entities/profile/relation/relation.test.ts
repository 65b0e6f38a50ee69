import { expect, test } from 'vitest'

import { followed, relationIn, stranger, type FollowRow } from './relation.ts'

const row = (follower: string, followee: string, state: FollowRow['state'] = 'active'): FollowRow => ({
  follower_id: follower,
  followee_id: followee,
  state,
  notify: false,
})

test('rows of both directions are told apart, and a request is not yet a follower', () => {
  const rows = [row('me', 'awa'), row('kossi', 'me'), row('me', 'fatou', 'requested'), row('binta', 'me', 'requested')]
  expect(relationIn(rows, 'awa')).toEqual({ follow: 'active', notify: false, followsMe: false })
  expect(relationIn(rows, 'kossi')).toEqual({ follow: 'none', notify: false, followsMe: true })
  expect(relationIn(rows, 'fatou').follow).toBe('requested')
  expect(relationIn(rows, 'binta')).toEqual(stranger)
})

test('a private account is asked, and what is asked is not asked again', () => {
  expect(followed(stranger, true, true).follow).toBe('requested')
  expect(followed(stranger, true, false).follow).toBe('active')
  expect(followed({ ...stranger, follow: 'active', notify: true }, true, true).notify).toBe(true)
  expect(followed({ ...stranger, follow: 'active', notify: true }, false, false)).toEqual(stranger)
})
