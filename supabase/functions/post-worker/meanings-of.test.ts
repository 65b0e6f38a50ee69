import { meaningOf } from '@product/engine/language'
import { expect, test } from 'vitest'

import { meaningsOf } from './meanings-of.ts'

test('while many texts are read, whoever waits for the loop has a turn after each', async () => {
  const posts = Array.from({ length: 30 }, (_, at) => ({ post_id: `${at}`, words_no: at, words: 'Un chat roux' }))
  let turns = 0
  let isRead = false
  const wait = () => {
    turns++
    if (!isRead) setImmediate(wait)
  }
  setImmediate(wait)
  const read = await meaningsOf(posts)
  isRead = true
  expect(turns).toBeGreaterThanOrEqual(posts.length - 1)
  expect(read).toEqual(posts.map(({ post_id, words_no, words }) => ({ post_id, words_no, keys: meaningOf(words) })))
})
