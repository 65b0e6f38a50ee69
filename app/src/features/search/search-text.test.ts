import { describe, expect, test } from 'vitest'

import { filterOf, highlight, nearby, readSearch, withOperator, withoutOperator } from './search-text.ts'

const named = (typed: string) => {
  const { text, operators } = readSearch(typed)
  return [text, ...operators.map(({ name, value }) => `${name}=${value}`)]
}

test.each([
  ['forêt de:@Awa nuit', ['forêt nuit', 'de=awa']],
  ["DEPUIS:1/6/2026 jusqu'au:2026-06-30 x", ['x', 'depuis=2026-06-01', 'jusqu’au=2026-06-30']],
  ['mode:Cortexia sans:"chien noir" sans:nuit x', ['x', 'mode=cortexia', 'sans=chien noir', 'sans=nuit']],
  ['from:awa without:nuit until:2026-01-02', ['', 'de=awa', 'sans=nuit', 'jusqu’au=2026-01-02']],
  [
    'mode:bleu depuis:hier depuis:2026-02-30 de: https://x.bj',
    ['mode:bleu depuis:hier depuis:2026-02-30 de: https://x.bj'],
  ],
  ['ronde:awa', ['ronde:awa']],
])('%s is understood', (typed, expected) => {
  expect(named(typed)).toEqual(expected)
})

test('a language is a code, or all of them', () => {
  const { operators } = readSearch('x langue:FR lang:toutes langue:français')
  expect(operators.map(({ value }) => value)).toEqual(['fr', '*'])
  expect(filterOf(operators)).toEqual({ lang: '*' })
})

test('operators become arguments; both days are whole', () => {
  const { operators } = readSearch('x de:awa de:kossi depuis:2026-06-01 jusqu’au:2026-06-01 sans:a sans:b')
  expect(filterOf(operators)).toEqual({
    by_person: 'kossi',
    since: new Date(2026, 5, 1).toISOString(),
    until: new Date(2026, 5, 2).toISOString(),
    without: ['a', 'b'],
  })
  expect(filterOf([])).toEqual({})
})

test('an operator is written and taken away', () => {
  expect(withOperator('forêt', 'de', 'awa')).toBe('forêt de:awa')
  expect(withOperator('forêt de:awa', 'de', 'kossi')).toBe('forêt de:kossi')
  expect(withOperator('sans:a', 'sans', 'b c')).toBe('sans:a sans:"b c"')
  const [operator] = readSearch('forêt sans:"b c" nuit').operators
  expect(operator && withoutOperator('forêt sans:"b c" nuit', operator)).toBe('forêt nuit')
})

describe('what was searched for is marked', () => {
  test.each([
    ['La Forêt d’ÉBÈNE', 'foret', ['La ', 'Forêt', ' d’ÉBÈNE']],
    ['la foret, la forêt', '#forêt', ['la ', 'foret', ', la ', 'forêt', '']],
    ['Une œuvre', 'oeu', ['Une ', 'œu', 'vre']],
    ['🦊 renard', 'renard', ['🦊 ', 'renard', '']],
    ['rien', 'tout', ['rien']],
    ['rien', ' ', ['rien']],
  ])('in %s', (text, words, pieces) => {
    expect(highlight(text, words)).toEqual(pieces)
    expect(highlight(text, words).join('')).toBe(text)
  })
})

test('of several words the longest may be tried', () => {
  expect(nearby('tissage martien de')).toBe('tissage')
  expect(nearby('tissage')).toBeNull()
})
