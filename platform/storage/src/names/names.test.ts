import fc from 'fast-check'
import { expect, test } from 'vitest'

import { checkBucketName, checkKey, toFolder } from './names.ts'

test.each([
  'a',
  'a/b.txt',
  "photo (1)!_-.*'&$=@;:+,?.jpg",
  'a b/c d',
  '.hidden',
  'a/.emptyFolderPlaceholder',
  'x'.repeat(1_024),
  'é'.repeat(512),
  'été 2026/Capture d’écran à 10.02\u202fAM — « 1 ».png',
  'ひらがな-한글-العربية-हिन्दी.txt',
  '👩‍🎨🇫🇷❤️.png',
  '👩\u200d❤\ufe0f\u200d👩/1\ufe0f\u20e3/❤\ufe0f',
  'می\u200cخواهم.txt',
  'PDF\u200cها',
  'क्\u200dष',
])('the key %.40s is taken', (key) => expect(checkKey(key)).toBe(key))

test.each([
  '',
  'é'.repeat(513),
  'a\u202egnp.exe',
  'zero\u200bwidth',
  'line\u2028break',
  'bell\u0007',
  'c1\u0085',
  'half \ud83d',
  'private \ue000',
  'wide blank\u3000',
  '\u200d',
  'a.png\u200d',
  'a.png\ufe0f',
  '..\u200d',
  '..\u200d/a',
  'a/\u200cb',
  'a\u200c\u200db',
  'a \u200db',
  'a\ufe0fb',
  '1\ufe0f',
  'filler\u3164',
  'half filler\uffa0',
  '\u115f\u1160',
  'joiner of graphemes\u034f',
  'Mongolian\u180b',
  'variant\u{e0100}',
  'tag\u{e0061}',
  'Braille \u2800 blank',
  'note\u{1d159}',
  'a\\b',
  'a#b',
])('the key %j is refused', (key) => expect(() => checkKey(key)).toThrow('Invalid key'))

test('no key that is taken can climb, hide, or name two files', () => {
  const isTaken = (key: string) => {
    try {
      return checkKey(key) === key
    } catch {
      return false
    }
  }
  fc.assert(
    fc.property(fc.stringMatching(/^[./\\ a%~\0\u00e9]{0,12}$/), (key) => {
      const isPlain = /^[./ a\u00e9]*$/.test(key) && key.split('/').every((part) => part !== '' && !/[. ]$/.test(part))
      expect(isTaken(key)).toBe(isPlain)
    }),
  )
})

test('a refused key is shown without the bytes that terminals obey', () => {
  expect(() => checkKey('\u001b[2Jx\0')).toThrow('Invalid key: %1B%5B2Jx%00')
})

test('buckets whose objects could not be reached are refused', () => {
  expect(checkBucketName('public')).toBe('public')
  for (const name of ['sign', 'list', 'upload', '..'])
    expect(() => checkBucketName(name)).toThrow('Bucket name invalid')
})

test.each([
  ['', ''],
  ['/', ''],
  ['a', 'a/'],
  ['a/', 'a/'],
  ['/a/b//', 'a/b/'],
])('the prefix %j is the folder %j', (prefix, folder) => {
  expect(toFolder(prefix)).toBe(folder)
})
