import { expect, test } from 'vitest'

import { toPost, type PostRow } from '#entities/post/post.ts'

import { filterOf } from './filter-of.ts'

const row: PostRow = {
  id: 'p',
  prompt: 'Un Cœur en forêt',
  title: null,
  description: 'Brodé à la main',
  hashtags: 'Été,lagune',
  image_url: 'https://example.com/a.webp',
  likes_count: 0,
  comments_count: 0,
  created_at: '2026-11-22T00:00:00Z',
  mode: null,
  metadata: {},
  width: 1,
  height: 1,
  thumbhash: null,
  more_images: [],
  alt_text: null,
  creator: { id: 'awa-id', username: 'awa', display_name: 'Awa', avatar_url: null, is_demo: false },
  remix_of: null,
  remixed_creator: null,
  remixes_count: 0,
  saves_count: 0,
  rating: 0,
  status: 'published',
  visibility: 'public',
}

test.each([
  [{ kind: 'word', target: 'coeur' }, 'coeur'],
  [{ kind: 'word', target: 'FORÊT' }, 'FORÊT'],
  [{ kind: 'word', target: 'brode' }, 'brode'],
  [{ kind: 'word', target: 'mer' }, null],
  [{ kind: 'hashtag', target: 'ete' }, '#ete'],
  [{ kind: 'hashtag', target: 'lag' }, null],
  [{ kind: 'user', target: 'awa-id' }, '@awa'],
  [{ kind: 'user', target: 'another' }, null],
  [{ kind: 'conversation', target: 'awa-id' }, null],
] as const)('under %o a post is hidden by %s', (mute, name) => {
  expect(filterOf(toPost(row), [mute])).toBe(name)
})
