import fc from 'fast-check'
import { expect, test } from 'vitest'

import type { Post } from '#entities/post/post.ts'

import { layFeedRows } from './feed-rows.ts'

const layout = { width: 1144, rowHeight: 312, gap: 8 }

function post(id: number, width: number, height: number): Post {
  const image = { url: '', width, height, thumbhash: null }
  return { id: String(id), image } as Post
}

const posts = fc
  .array(fc.tuple(fc.integer({ min: 256, max: 2048 }), fc.integer({ min: 256, max: 2048 })), { maxLength: 60 })
  .map((sizes) => sizes.map(([width, height], index) => post(index, width, height)))

test('rows keep the order and lose no post', () => {
  fc.assert(
    fc.property(posts, (all) => {
      expect(layFeedRows(all, layout).flatMap((row) => row.posts)).toEqual(all)
    }),
  )
})

test('no row is wider than its container, and no picture towers', () => {
  fc.assert(
    fc.property(posts, (all) => {
      for (const row of layFeedRows(all, layout)) {
        const width = row.posts.reduce((sum, { image }) => sum + (image.width / image.height) * row.height, 0)
        expect(width + layout.gap * (row.posts.length - 1)).toBeLessThanOrEqual(layout.width + 0.01)
        expect(row.height).toBeLessThanOrEqual(layout.rowHeight * 1.7)
      }
    }),
  )
})

test('posts that come later never move a row that was shown', () => {
  fc.assert(
    fc.property(posts, fc.nat(60), (all, cut) => {
      const before = layFeedRows(all.slice(0, cut), { ...layout, hasMore: true })
      expect(layFeedRows(all, layout).slice(0, before.length)).toEqual(before)
    }),
  )
})

test('the last row is not stretched', () => {
  expect(layFeedRows([post(1, 1000, 1000)], layout)).toEqual([{ key: '1', posts: [post(1, 1000, 1000)], height: 312 }])
})

test('a row shrinks a little rather than leave a gap', () => {
  const rows = layFeedRows([post(1, 896, 1120), post(2, 1024, 1024), post(3, 1216, 688), post(4, 800, 800)], layout)
  expect(rows.map((row) => row.posts.length)).toEqual([3, 1])
})
