import { expect, it } from 'vitest'

import { parseHookUri } from './hook-function.ts'

it.each([
  ['pg-functions://postgres/public/token_hook', { schema: 'public', name: 'token_hook' }],
  ['pg-functions://postgres/public/a"; drop table users; --', null],
  ['pg-functions://postgres/public', null],
  ['https://shop.example/hook', null],
])('%s names a function, or none', (uri, hook) => {
  expect(parseHookUri(uri)).toEqual(hook)
})
