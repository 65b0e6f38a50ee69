import { expect, test } from 'vitest'

import { textParts } from './text-parts.ts'

const links = (text: string) => textParts(text).flatMap(({ text: shown, href }) => (href === null ? [] : [shown]))

test('only web addresses become links, without the stop at the end of the sentence', () => {
  expect(links('Voir https://cortexia.app/post/1, ou http://a.example/b?c=d#e.')).toEqual([
    'https://cortexia.app/post/1',
    'http://a.example/b?c=d#e',
  ])
  expect(links('« https://cortexia.app » (https://b.example/x)')).toEqual([
    'https://cortexia.app',
    'https://b.example/x',
  ])
  expect(links('javascript:alert(1) data:text/html,x <b>https</b> https:// ftp://a.example')).toEqual([])
})

test('no character of the message is lost or added', () => {
  for (const text of [
    '',
    'a',
    'https://a.example',
    ' x https://a.example/é?b , https://a.example!\n',
    '<https://a.example>',
  ])
    expect(
      textParts(text)
        .map((part) => part.text)
        .join(''),
    ).toBe(text)
})
