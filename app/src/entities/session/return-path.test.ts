import { expect, test } from 'vitest'

import { safeReturnPath } from './return-path.ts'

const origin = 'https://cortexia.example'

test.each([
  ['/profile', '/profile'],
  ['/post/7?modal=remix&post=7', '/post/7?modal=remix&post=7'],
  ['/?modal=create', '/?modal=create'],
])('%s is a way back', (from, path) => {
  expect(safeReturnPath(from, origin)).toBe(path)
})

test.each([
  [undefined],
  [''],
  ['https://evil.example'],
  ['//evil.example'],
  ['/\\evil.example'],
  ['/\t/evil.example'],
  ['\\/evil.example'],
  ['javascript:alert(1)'],
  ['/auth?from=/auth'],
  ['/login'],
])('%j leads to the feed instead', (from) => {
  expect(safeReturnPath(from, origin)).toBe('/')
})
