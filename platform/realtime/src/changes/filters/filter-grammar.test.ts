import { expect, it } from 'vitest'

import { FilterError, parseFilter } from './filter-grammar.ts'

const one = (column: string, operator: string, values: unknown[], isNegated = false) => ({
  column,
  operator,
  isNegated,
  values,
})

it.each([
  ['', []],
  ['   ', []],
  ['title=eq.Dune', [one('title', 'eq', ['Dune'])]],
  ['title=eq.', [one('title', 'eq', [''])]],
  ['title=eq.a=b.c', [one('title', 'eq', ['a=b.c'])]],
  ['id=gt.0,id=lt.100', [one('id', 'gt', ['0']), one('id', 'lt', ['100'])]],
  ['id=in.(1,2,3)', [one('id', 'in', ['1', '2', '3'])]],
  ['title=in.("a, b",c d,"e\\"f")', [one('title', 'in', ['a, b', 'c d', 'e"f'])]],
  ['id=not.in.(1, 2),title=like.A%', [one('id', 'in', ['1', '2'], true), one('title', 'like', ['A%'])]],
  ['id=in.()', [one('id', 'in', [])]],
  ['id=in.(1,null,"null")', [one('id', 'in', ['1', null, 'null'])]],
  ['title=eq."Oslo, Norway",id=eq.1', [one('title', 'eq', ['Oslo, Norway']), one('id', 'eq', ['1'])]],
  ['title=eq.say "hi"', [one('title', 'eq', ['say "hi"'])]],
  ['title=eq."a\\\\b"', [one('title', 'eq', ['a\\b'])]],
  ['read=is.true', [one('read', 'is', ['true'])]],
  ['read=not.is.null', [one('read', 'is', ['null'], true)]],
  ['title=match.^(a|b),c=imatch.x', [one('title', 'match', ['^(a|b)']), one('c', 'imatch', ['x'])]],
  ['details->>kind=eq.map', [{ ...one('details', 'eq', ['map']), path: ['kind'] }]],
  ['details->size->>unit=eq.cm', [{ ...one('details', 'eq', ['cm']), path: ['size', 'unit'] }]],
  ['title=isdistinct.null', [one('title', 'isdistinct', ['null'])]],
])('%s', (text, conditions) => {
  expect(parseFilter(text)).toEqual(conditions)
})

it.each([
  ['undefined', '["undefined"]'],
  ['title=foo.hey', '["foo","hey"]'],
  ['title=eq', '["eq"]'],
  ['id=eq.1,,id=eq.2', 'empty segments'],
  ['id=in.1,2', 'wrapped by parentheses'],
  ['id=is.maybe', 'must be null, true, false, or unknown'],
  [`id=in.(${Array.from({ length: 101 }, (_, index) => index).join(',')})`, 'Maximum 100'],
  [Array.from({ length: 21 }, () => 'id=eq.1').join(','), 'too many conditions'],
  [`title=eq.${'x'.repeat(10_001)}`, 'longer than'],
])('refuses %s', (text, reason) => {
  expect(() => parseFilter(text)).toThrow(FilterError)
  expect(() => parseFilter(text)).toThrow(reason)
})
