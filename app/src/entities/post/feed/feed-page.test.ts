import { expect, test } from 'vitest'

import type { PostRow } from '../post.ts'
import { feedPageQuestion, feedPageSize } from './feed-page.ts'
import { listPageQuery, toListPage, type PostList } from './post-list.ts'

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
    more_images: [],
    alt_text: null,
    remix_of: null,
    remixed_creator: null,
    remixes_count: 0,
    saves_count: 0,
    rating: 0,
    status: 'published',
    visibility: 'public',
    creator: { id: 'u', username: null, display_name: 'Awa Sanogo', avatar_url: null, is_demo: false },
  }
}

const latest: PostList = { tab: 'latest' }
const visitors = { list: latest, isSignedIn: false, cursor: null }
const members = { list: latest, isSignedIn: true, cursor: null }

test('a full page of visitors has a next one, whose cursor keeps the microseconds of the last post', () => {
  const page = toListPage(
    Array.from({ length: feedPageSize }, (_, index) => row(String(index))),
    visitors,
  )
  const { params } = listPageQuery({ ...visitors, cursor: page.next })
  expect(params['created_at']).toBe('lte.2026-11-21T10:00:00.123456+00:00')
  expect(params['or']).toContain(`id.lt.${feedPageSize - 1})`)
})

test('a short page of visitors is the last', () => {
  expect(toListPage([row('a')], visitors).next).toBeNull()
  expect(toListPage([], visitors).next).toBeNull()
})

test('a page made for a member says itself where the next begins, however short it is', () => {
  const { table, body } = listPageQuery({ ...members, cursor: 'latest.1.a' })
  expect([table, body]).toEqual(['rpc/feed_page', { tab: 'latest', cursor: 'latest.1.a', page_size: feedPageSize }])
  expect(toListPage([{ ...row('a'), cursor: 'latest.2.a' }], members).next).toBe('latest.2.a')
  expect(toListPage([{ ...row('a'), cursor: null }], members).next).toBeNull()
})

test('what trends is asked for by GET where the next visitor may get the same answer, and by POST for a member', () => {
  const trending: PostList = { tab: 'trending' }
  const { table, params, body } = listPageQuery({ ...visitors, list: trending })
  expect([table, body]).toEqual(['rpc/feed_page', undefined])
  expect(params).toMatchObject({ tab: 'trending', cursor: null, page_size: feedPageSize })
  expect(listPageQuery({ ...members, list: trending }).body).toMatchObject({ tab: 'trending' })
})

test('the page after a cursor starts strictly below it', () => {
  const after = { createdAt: '2026-11-21T10:00:00.1+00:00', id: 'b' }
  const params = feedPageQuestion({ isSignedIn: false, after }).params
  expect(params['or']).toBe(`(created_at.lt.${after.createdAt},and(created_at.eq.${after.createdAt},id.lt.b))`)
  expect(params['created_at']).toBe(`lte.${after.createdAt}`)
})

test('a visitor does not ask for likes, which visitors may not read', () => {
  expect(feedPageQuestion({ isSignedIn: false, after: null }).params['select']).not.toContain('post_likes')
  expect(feedPageQuestion({ isSignedIn: true, after: null }).params['select']).toContain(
    'own_likes:post_likes(user_id)',
  )
})

test('a row without alternative text is described by its prompt, without a name by nobody else', () => {
  const [post] = toListPage([row('a')], visitors).posts
  expect(post?.altText).toBe('Une pirogue sur la lagune')
  expect(post?.hashtags).toEqual(['lagune', 'pirogue'])
  expect(post?.isLiked).toBe(false)
})
