import { expect, test } from 'vitest'

import { DataError } from '../rest.ts'
import { isTemporary } from './temporary-failure.ts'

test.each([
  ['no network', new TypeError('Failed to fetch'), true],
  ['no answer', new DataError('Failed to fetch', { status: 0 }), true],
  ['a server that is away', new DataError('', { status: 503 }), true],
  ['a session that is renewed', new DataError('', { status: 401 }), true],
  ['too often', new DataError('', { status: 429 }), true],
  ['faster than by hand', new DataError('', { status: 429, hint: 'too_many_likes' }), false],
  ['a database that is read-only for a moment', new DataError('', { status: 405, code: '25006' }), true],
  ['a deadlock', new DataError('', { status: 500, code: '40P01' }), true],
  ['a statement that took too long', new DataError('', { status: 500, code: '57014' }), true],
  ['a mistake', new DataError('', { status: 400, code: '22P02' }), false],
  ['no right', new DataError('', { status: 403, code: '42501' }), false],
  ['a fault of the server', new DataError('', { status: 500, code: 'XX000' }), false],
  ['anything else', new Error('x'), false],
])('whether a write is sent again after %s', (_, error, isSentAgain) => {
  expect(isTemporary(error)).toBe(isSentAgain)
})
