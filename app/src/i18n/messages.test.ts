import { afterEach, expect, test } from 'vitest'

import { setLanguage } from './change-language.ts'
import { formatBytes } from './format-bytes.ts'
import { formatAgo, formatCount, formatNumber } from './format.ts'
import { currentMessages, defineMessages, frenchSpaces, plural } from './messages.ts'

const messages = defineMessages({
  verbatim: ['done'],
  fr: {
    ask: 'Déjà un compte ?',
    done: 'Génération réussie !',
    likes: (count: number) => plural(count, { one: '# image aimée', other: '# images aimées' }),
    quoted: (prompt: string) => `« ${prompt} » : à vous`,
  },
  en: {
    ask: 'Already have an account?',
    done: 'Done!',
    likes: (count: number) => plural(count, { one: '# liked image', other: '# liked images' }),
    quoted: (prompt: string) => `“${prompt}”: yours`,
  },
})

afterEach(() => setLanguage('fr'))

test.each(['fr', 'en'] as const)('%s: forms and numbers are those of Intl', (language) => {
  setLanguage(language)
  const rules = new Intl.PluralRules(language)
  const numbers = new Intl.NumberFormat(language)
  for (const count of [...Array(1203).keys(), -1, -12, 1.5, 0.5, 2.25, 12_345, 1e9]) {
    const form = rules.select(count) === 'one' ? 'one' : 'other'
    expect(plural(count, { one: '# one', other: '# other' })).toBe(`${numbers.format(count)} ${form}`)
    expect(formatNumber(count)).toBe(frenchSpaces(numbers.format(count)))
  }
})

test.each([
  ['fr', 'fr-FR'],
  ['en', 'en-GB'],
] as const)('%s: how long ago is said as Intl says it', (language, locale) => {
  setLanguage(language)
  const said = new Intl.RelativeTimeFormat(locale, { style: 'short', numeric: 'always' })
  const now = Date.parse('2026-11-21T12:00:00Z')
  const units = [
    ['minute', 60, 59],
    ['hour', 3600, 23],
    ['day', 86_400, 6],
    ['week', 604_800, 3],
  ] as const
  for (const [unit, size, most] of units) {
    for (let count = 1; count <= most; count += 1) {
      const ago = formatAgo(new Date(now - count * size * 1000), now)
      // Intl leaves a plain space before « sem. » alone.
      expect(ago.replaceAll('\u00a0', ' ')).toBe(frenchSpaces(said.format(-count, unit)).replaceAll('\u00a0', ' '))
    }
  }
})

test('French is the language until another is chosen', () => {
  expect(currentMessages(messages).likes(2)).toBe('2 images aimées')
  setLanguage('en')
  expect(currentMessages(messages).likes(2)).toBe('2 liked images')
})

test('zero and one are singular in French, one only in English', () => {
  expect([0, 1, 2].map((count) => currentMessages(messages).likes(count))).toEqual([
    '0 image aimée',
    '1 image aimée',
    '2 images aimées',
  ])
  setLanguage('en')
  expect(currentMessages(messages).likes(0)).toBe('0 liked images')
})

test('our French gets its no-break spaces, in plain and in computed messages', () => {
  expect(currentMessages(messages).ask).toBe('Déjà un compte\u00a0?')
  expect(currentMessages(messages).quoted('un baobab')).toBe('«\u00a0un baobab\u00a0»\u00a0: à vous')
})

test("the specification's own words stay byte for byte", () => {
  expect(currentMessages(messages).done).toBe('Génération réussie !')
})

test('a key that French lacks falls back to English', () => {
  const holed = defineMessages({ fr: {} as { title: string }, en: { title: 'Title' } })
  expect(currentMessages(holed).title).toBe('Title')
})

test('French numbers group by U+00A0, which our fonts draw', () => {
  expect(formatNumber(12_500)).toBe('12\u00a0500')
  expect(formatCount(9999)).toBe('9\u00a0999')
  expect(formatCount(12_500)).toBe('12,5\u00a0k')
  expect(frenchSpaces('3\u202f%')).toBe('3\u00a0%')
})

test.each([
  [5_000, 'à l’instant'],
  [5 * 60_000, 'il y a 5\u00a0min'],
  [3 * 3_600_000, 'il y a 3\u00a0h'],
  [2 * 86_400_000, 'il y a 2\u00a0j'],
  [60 * 86_400_000, '22 septembre 2026'],
])('%i ms ago reads %s', (elapsed, words) => {
  const now = Date.parse('2026-11-21T12:00:00Z')
  expect(formatAgo(new Date(now - elapsed), now)).toBe(words)
})

test.each([
  ['fr', 84_000, '84\u00a0Ko'],
  ['fr', 2_100_000, '2,1\u00a0Mo'],
  ['fr', 1e9, '1\u00a0Go'],
  ['en', 84_000, '84\u00a0kB'],
  ['en', 2.5e9, '2.5\u00a0GB'],
] as const)('%s: %d bytes are %s', (language, bytes, words) => {
  setLanguage(language)
  expect(formatBytes(bytes).replaceAll('\u202f', '\u00a0')).toBe(words)
})
