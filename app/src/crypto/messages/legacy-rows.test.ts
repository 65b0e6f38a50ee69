import { expect, test } from 'vitest'

import { toBase64 } from '../bytes.ts'
import { readLegacy } from './legacy-rows.ts'

test.each([
  ['Bonjour', 'Bonjour'],
  ['<b>{"a":1}</b>', '<b>{"a":1}</b>'],
  ['{"note":"du texte"}', '{"note":"du texte"}'],
  ['{"ciphertext":"x","iv":"y"}', null],
  [toBase64(new Uint8Array(48).fill(0xfe)), null],
  ['abcdefghijklmnopqrstuvwxyzabcdefghijklmnopqrstuv', null],
  [btoa('Un texte ordinaire que quelqu’un a mis en base64'.replaceAll('’', "'")), expect.any(String)],
])('E-04 an unprotected row that says %s', (content, text) => {
  expect(readLegacy({ encrypted_content: content })).toEqual({ text })
})
