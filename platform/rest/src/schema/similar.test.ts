import { expect, test } from 'vitest'

import { mostSimilar, similarity } from './similar.ts'

test('the nearest name that is near enough', () => {
  expect(mostSimilar('bok', ['books', 'authors', 'book'], 0.75)).toBe('book')
  expect(mostSimilar('Books', ['books'], 0.75)).toBe('books')
  expect(mostSimilar('xyz', ['books'], 0.33)).toBeNull()
  expect(mostSimilar('', [], 0)).toBeNull()
  // As near as the other by letters; three in a row tell them apart.
  expect(mostSimilar('ledgers', ['covers', 'writers', 'ledges'], 0.33)).toBe('ledges')
  expect(mostSimilar('testt', ['another', 'test'], 0.33)).toBe('test')
  expect(mostSimilar('(id)', ['(name, param, val)', '(attr, id)'], 0.33)).toBe('(attr, id)')
})

test('similarity counts changed letters', () => {
  expect(similarity('books', 'books')).toBe(1)
  expect(similarity('book', 'books')).toBeCloseTo(0.8)
  expect(similarity('', 'abc')).toBe(0)
})
