import { QueryClient, type InfiniteData } from '@tanstack/react-query'
import { expect, test } from 'vitest'

import type { FeedPage } from './feed/feed-page.ts'
import { findPost } from './one/cached-posts.ts'
import { patchPost, postKeys } from './post-cache.ts'
import { setLiked, type Post } from './post.ts'

const feedKey = [...postKeys.lists, 'feed', 'me']
const creatorKey = [...postKeys.lists, 'creator', 'u', 'me']
const oneKey = [...postKeys.ones, 'a', 'me']

function post(id: string): Post {
  return {
    id,
    creator: { id: 'u', username: 'awa', displayName: 'Awa', avatarUrl: null },
    prompt: 'p',
    title: null,
    description: null,
    hashtags: [],
    image: { url: '', width: 1, height: 1, thumbhash: null },
    altText: 'p',
    likesCount: 4,
    commentsCount: 0,
    createdAt: '2026-11-21T10:00:00Z',
    mode: null,
    engine: null,
    isLiked: false,
    isSaved: false,
    savesCount: 0,
    rating: 0,
    status: 'published',
    visibility: 'public',
    commentsPolicy: 'everyone',
    reasons: [],
    cursor: null,
    isHidden: false,
    remixOf: null,
    remixesCount: 0,
  }
}

function filled(): QueryClient {
  const cache = new QueryClient()
  const pages: InfiniteData<FeedPage> = { pageParams: [null], pages: [{ posts: [post('a'), post('b')], next: null }] }
  cache.setQueryData(feedKey, pages)
  cache.setQueryData(creatorKey, pages)
  cache.setQueryData(oneKey, post('a'))
  return cache
}

test('a like is seen in every list and on the screen of the post, and on no other post', () => {
  const cache = filled()
  patchPost(cache, 'a', (current) => setLiked(current, true))
  for (const key of [feedKey, creatorKey]) {
    const posts = cache.getQueryData<InfiniteData<FeedPage>>(key)?.pages.flatMap((page) => page.posts)
    expect(posts?.map(({ likesCount, isLiked }) => [likesCount, isLiked])).toEqual([
      [5, true],
      [4, false],
    ])
  }
  expect(cache.getQueryData<Post>(oneKey)?.likesCount).toBe(5)
})

test('liking twice counts once, and taking back restores the count', () => {
  const twice = setLiked(setLiked(post('a'), true), true)
  expect(twice.likesCount).toBe(5)
  expect(setLiked(twice, false)).toEqual(post('a'))
})

test('a post is found in the list that holds it', () => {
  expect(findPost(filled(), 'b')?.id).toBe('b')
  expect(findPost(filled(), 'zzz')).toBeUndefined()
})
