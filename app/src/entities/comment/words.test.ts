import { expect, test } from 'vitest'

import { lengthOf } from './comment.ts'
import { mentionAt, piecesOf, withMention } from './words.ts'

test('names are told from the text around them, an address is not one', () => {
  const pieces = piecesOf('Merci @kossi_lome. Et @Awa, écrivez à awa@lagune.ci ou @ab')
  expect(pieces.filter(({ mention }) => mention).map(({ text, mention }) => [text, mention])).toEqual([
    ['@kossi_lome', 'kossi_lome'],
    ['@Awa', 'awa'],
  ])
  expect(pieces.map(({ text }) => text).join('')).toBe('Merci @kossi_lome. Et @Awa, écrivez à awa@lagune.ci ou @ab')
})

test('markup is text like any other', () => {
  const text = '<script>alert(1)</script> @awa <b>'
  expect(
    piecesOf(text)
      .map((piece) => piece.text)
      .join(''),
  ).toBe(text)
})

test('a name is suggested while it is written at the caret, and takes the place of what was written', () => {
  const text = 'Bravo @ko et merci'
  const draft = mentionAt(text, 9)
  expect(draft).toEqual({ start: 6, query: 'ko' })
  expect(mentionAt(text, 5)).toBeNull()
  expect(mentionAt('moi@ko', 6)).toBeNull()
  expect(draft && withMention(text, draft, 'kossi_lome')).toEqual({ text: 'Bravo @kossi_lome et merci', caret: 18 })
  expect(withMention('@ko', { start: 0, query: 'ko' }, 'kossi')).toEqual({ text: '@kossi ', caret: 7 })
})

test('characters are counted as the server counts them', () => {
  expect(lengthOf(`  ${'😀'.repeat(1000)}\n`)).toBe(1000)
})
