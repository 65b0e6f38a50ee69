import { expect, test } from 'vitest'

import { openPushed } from '#crypto/worker/open-pushed.ts'
import { hidesPreview } from '#entities/message-keys/hidden-preview.ts'

import { beginningOf, bodyOf } from './message-preview.ts'

const opener = () => ({ openPushed, hidesPreview })

test('fifty characters are fifty as people count them, on one line', () => {
  const family = '👩‍👩‍👧‍👦'
  expect(beginningOf(` ${family.repeat(49)}é\nx`)).toBe(`${family.repeat(49)}é…`)
  expect(beginningOf('Bonjour\n\nAwa')).toBe('Bonjour Awa')
  expect(beginningOf('e\u0301'.repeat(50))).toBe('e\u0301'.repeat(50))
})

const push = {
  title: 'Awa',
  body: 'Nouveau message',
  tag: 'm',
  path: '/messages?conversation=1',
  unread: 1,
  user_id: 'a',
}

test('what does not open says that it is sealed, in the language of its push', async () => {
  expect(await bodyOf(push, opener)).toBe('Nouveau message chiffré')
  expect(await bodyOf({ ...push, body: 'New message', message: { row: { id: 'x' }, wrap: null } }, opener)).toBe(
    'New encrypted message',
  )
  expect(await bodyOf({ ...push, message: { row: null as never, wrap: null } }, opener)).toBe('Nouveau message chiffré')
})

test('what is no message keeps its words', async () => {
  expect(await bodyOf({ ...push, body: 'Kossi aime votre image', path: '/post/1' }, opener)).toBe(
    'Kossi aime votre image',
  )
})
