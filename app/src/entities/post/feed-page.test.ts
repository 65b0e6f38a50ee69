import { expect, test } from 'vitest'

import { feedPageParams, feedPageSize, toFeedPage } from './feed-page.ts'
import type { PostRow } from './post.ts'

function row(id: string): PostRow {
  return {
    id,
    prompt: 'Une pirogue sur la lagune',
    title: null,
    description: null,
    hashtags: 'lagune,pirogue',
    image_url: 'http://x/storage/v1/object/public/generated-images/u/a.webp',
    likes_count: 3,
    comments_count: 0,
    created_at: '2026-11-21T10:00:00.123456+00:00',
    mode: 'normal',
    metadata: { engine: 'builtin' },
    width: 1024,
    height: 768,
    thumbhash: null,
    alt_text: null,
    remix_of: null,
    remixed_creator: null,
    remixes_count: 0,
    saves_count: 0,
    rating: 0,
    status: 'published',
    visibility: 'public',
    comments_policy: 'everyone',
    creator: { id: 'u', username: null, display_name: 'Awa Sanogo', avatar_url: null },
  }
}

test('a full page has a next one, whose cursor keeps the microseconds of the last post', () => {
  const page = toFeedPage(Array.from({ length: feedPageSize }, (_, index) => row(String(index))))
  expect(page.next).toEqual({ createdAt: '2026-11-21T10:00:00.123456+00:00', id: String(feedPageSize - 1) })
})

test('a short page is the last', () => {
  expect(toFeedPage([row('a')]).next).toBeNull()
  expect(toFeedPage([]).next).toBeNull()
})

test('the page after a cursor starts strictly below it', () => {
  const after = { createdAt: '2026-11-21T10:00:00.1+00:00', id: 'b' }
  const params = feedPageParams({ isSignedIn: false, after })
  expect(params['or']).toBe(`(created_at.lt.${after.createdAt},and(created_at.eq.${after.createdAt},id.lt.b))`)
  expect(params['created_at']).toBe(`lte.${after.createdAt}`)
})

test('a visitor does not ask for likes, which visitors may not read', () => {
  expect(feedPageParams({ isSignedIn: false, after: null })['select']).not.toContain('post_likes')
  expect(feedPageParams({ isSignedIn: true, after: null })['select']).toContain('own_likes:post_likes(user_id)')
})

test('a row without alternative text is described by its prompt, without a name by nobody else', () => {
  const [post] = toFeedPage([row('a')]).posts
  expect(post?.altText).toBe('Une pirogue sur la lagune')
  expect(post?.hashtags).toEqual(['lagune', 'pirogue'])
  expect(post?.isLiked).toBe(false)
})
