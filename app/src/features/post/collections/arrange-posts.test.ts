import { expect, test } from 'vitest'

import type { Post } from '#entities/post/post.ts'

import { inPages, moved, postsOf } from './arrange-posts.ts'

const posts = ['a', 'b', 'c', 'd', 'e'].map((id) => ({ id }) as Post)
const ids = (some: readonly Post[]) => some.map(({ id }) => id).join('')

test.each([
  ['a', 2, 'bcade'],
  ['e', 0, 'eabcd'],
  ['c', 2, 'abcde'],
  ['x', 0, 'abcde'],
])('%s at place %i gives %s', (id, place, wanted) => {
  expect(ids(moved(posts, id, place))).toBe(wanted)
})

test('pages keep their lengths and cursors; the last one takes what is over', () => {
  const data = {
    pages: [
      { posts: posts.slice(0, 2), next: 'x' },
      { posts: posts.slice(2), next: null },
    ],
    pageParams: [null, 'x'],
  }
  const arranged = inPages(data, moved(posts, 'e', 0))
  expect(arranged.pages.map((page) => [ids(page.posts), page.next])).toEqual([
    ['ea', 'x'],
    ['bcd', null],
  ])
  expect(ids(postsOf(inPages(data, posts.slice(1))))).toBe('bcde')
})
