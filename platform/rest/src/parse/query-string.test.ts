import { describe, expect, test } from 'vitest'

import { restConfig } from '../config.ts'
import { RestError } from '../errors.ts'
import { parseQuery } from './query-string.ts'

const { limits } = restConfig()
const parse = (text: string, takesArguments = false) => parseQuery(text, { takesArguments, limits })

function refusal(text: string): [message: string, details: unknown] {
  try {
    parse(text)
  } catch (error) {
    if (error instanceof RestError) return [error.message, error.details]
    throw error
  }
  throw new Error(`${text} was accepted`)
}

describe('select', () => {
  test('columns, aliases, casts, paths, embeds, spreads and aggregates', () => {
    expect(
      parse('select=*,n:name::text,d->a->>0,x:rel!fk!inner(id),...other(y),price.sum()::int,count()').select,
    ).toEqual([
      { kind: 'star' },
      {
        kind: 'column',
        field: { name: 'name', path: [] },
        alias: 'n',
        cast: 'text',
        aggregate: null,
        aggregateCast: null,
      },
      {
        kind: 'column',
        field: {
          name: 'd',
          path: [
            { kind: 'key', key: 'a', asText: false },
            { kind: 'index', index: '0', asText: true },
          ],
        },
        alias: null,
        cast: null,
        aggregate: null,
        aggregateCast: null,
      },
      expect.objectContaining({ kind: 'embed', name: 'rel', alias: 'x', hint: 'fk', join: 'inner', isSpread: false }),
      expect.objectContaining({ kind: 'embed', name: 'other', isSpread: true }),
      {
        kind: 'column',
        field: { name: 'price', path: [] },
        alias: null,
        cast: null,
        aggregate: 'sum',
        aggregateCast: 'int',
      },
      { kind: 'count', alias: null, cast: null },
    ])
  })

  test('names with spaces, dashes, quotes and letters of any script', () => {
    const names = parse('select=a b, c-d ,"e,f","g\\"h",数据').select.map(
      (item) => item.kind === 'column' && item.field.name,
    )
    expect(names).toEqual(['a b', 'c-d', 'e,f', 'g"h', '数据'])
  })

  const refusals: [query: string, message: string, details: string][] = [
    [
      'select=id,clients(name[])',
      '"failed to parse select parameter (id,clients(name[]))" (line 1, column 16)',
      'unexpected',
    ],
    [
      'select=name::',
      '"failed to parse select parameter (name::)" (line 1, column 7)',
      'unexpected end of input expecting letter or digit',
    ],
    [
      'select=:',
      '"failed to parse select parameter (:)" (line 1, column 1)',
      'unexpected ":" expecting field name (* or [a..z0..9_$])',
    ],
    [
      'select=data->>--34',
      '"failed to parse select parameter (data->>--34)" (line 1, column 9)',
      'unexpected "-" expecting digit',
    ],
    [
      'order=id.asc.nullslasttt',
      '"failed to parse order (id.asc.nullslasttt)" (line 1, column 17)',
      `unexpected 't' expecting "," or end of input`,
    ],
    [
      'order=id.smth34',
      '"failed to parse order (id.smth34)" (line 1, column 4)',
      'unexpected "s" expecting "asc", "desc", "nullsfirst" or "nullslast"',
    ],
    ['a.b=noop.0', '"failed to parse filter (noop.0)" (line 1, column 6)', 'unknown single value operator noop'],
    ['or=)(', '"failed to parse logic tree ()()" (line 1, column 3)', 'unexpected ")" expecting "("'],
    [
      'and=(id.is.nope)',
      '"failed to parse logic tree ((id.is.nope))" (line 1, column 11)',
      'unexpected "n" expecting isVal: (null, not_null, true, false, unknown)',
    ],
  ]
  test.each(refusals)('%s is refused', (query, message, details) => {
    const [said, why] = refusal(query)
    expect([said, String(why).slice(0, details.length)]).toEqual([message, details])
  })
})

describe('parts', () => {
  test('belong to the embed that their key leads to', () => {
    const { conditions, order, windows } = parse('a.b.c=eq.1&a.order=x&a.b.limit=3&a.b.offset=4&a.or=(x.eq.1,y.eq.2)')
    expect(conditions.map(({ path, part }) => [path, part.kind])).toEqual([
      [['a', 'b'], 'condition'],
      [['a'], 'or'],
    ])
    expect(order.map(({ path }) => path)).toEqual([['a']])
    expect(windows).toEqual([{ path: ['a', 'b'], part: { limit: 3, offset: 4 } }])
  })

  test('arguments of a function are what has no operator', () => {
    const { args, conditions } = parse('a=1&b=eq.2&c=x.y&d=fts(en).z', true)
    expect(args).toEqual([
      ['a', '1'],
      ['c', 'x.y'],
    ])
    expect(conditions).toHaveLength(2)
  })

  test('the canonical form is sorted and encoded', () => {
    expect(parse('select=id&a=eq.b c&limit=1').canonical).toBe('a=eq.b+c&limit=1&select=id')
  })

  test('malformed escapes are taken as they are', () => {
    expect(parse('a=eq.%zz').conditions).toMatchObject([{ part: { operation: { value: '%zz' } } }])
  })
})
