import { bindings, personOf, type Type } from '../model.ts'
import { fieldValue } from '../read.ts'
import type { Field } from '../request.ts'
import { jsonNull, Num, type Row, type Value } from '../value.ts'
/** Values to compare with and to write: those of the rows, and those that break careless code. */
import type { Dice } from './dice.ts'

const hostileTexts = [
  'x',
  '',
  'null',
  'NULL',
  'true',
  "it's",
  'a,b',
  '(x)',
  '"q"',
  'back\\slash',
  '\\',
  '%',
  '50% off',
  '_',
  'and(id.eq.1)',
  'not.eq.1',
  'é',
  '書 𝒳',
  '{a,"b"}',
  '{',
  ' lead',
  'trail ',
  'a&b=c#d',
  '1+1',
  "'; drop table books; --",
  '$1',
  'line\nbreak\ttab',
  'x"),(y',
  'in.(1,2)',
]

const numbers = ['1', '0', '2', '3', '5', '100', '-1', '2147483647']
const decimals = ['9.90', '12.5', '0', '18.00', '22', '-0.01', '12.51']
const dates = ['1988-01-15', '2000-02-29', '1950-03-01', '2100-12-31']
const ranges = [
  '[2020-01-01,2020-02-01)',
  '[2020-01-15,2020-03-01)',
  '[2020-02-01,2020-02-02)',
  '[2020-03-01,)',
  '(,2020-01-01)',
  'empty',
]
const jsons: readonly Value[] = [
  { pages: new Num('320') },
  {},
  { size: { h: new Num('20') } },
  { signed: true },
  { city: 'Oslo' },
  { prizes: [{ name: 'Pine' }] },
  { 'a,b': { 'c.d': new Num('1') } },
]

const number = (dice: Dice, list: readonly string[]) => new Num(dice.pick(list))

export function someValue(dice: Dice, type: Type): Value {
  switch (type) {
    case 'int':
      return number(dice, numbers)
    case 'bigint':
      return number(dice, [...numbers, '9007199254740993', '9007199254740992'])
    case 'numeric':
      return number(dice, decimals)
    case 'bool':
      return dice.chance(50)
    case 'date':
      return dice.pick(dates)
    case 'enum':
      return dice.pick(bindings)
    case 'uuid':
      return dice.pick([personOf.ada, personOf.ben, '00000000-0000-4000-8000-000000000000'])
    case 'texts':
      return dice.some([...hostileTexts, 'sea', 'novel'], dice.upTo(2))
    case 'json':
      return dice.pick(jsons)
    case 'range':
      return dice.pick(ranges)
    default:
      return dice.pick(hostileTexts)
  }
}

/** What the field holds somewhere, or something else of its type; never SQL's null. */
export function valueLike(dice: Dice, field: Field, rows: readonly Row[]): Value {
  const known = dice.chance(65) && rows.length > 0 ? fieldValue(field, dice.pick(rows)) : null
  return known === null || known === jsonNull ? someValue(dice, field.type) : known
}

const escaped = (text: string) => text.replaceAll(/[\\%_]/g, '\\$&')

/** Patterns of `like`: never a lone backslash at the end, which PostgreSQL refuses. */
export function likePattern(dice: Dice, text: string): string {
  const at = dice.upTo(text.length)
  const part = Array.from(text)
    .slice(at, at + 3)
    .join('')
  return dice.pick([`*${escaped(part)}*`, `${escaped(text.slice(0, 1))}%`, escaped(text), '_%', '*a*', '%e_', '*'])
}

/** Regular expressions that mean the same here and there. */
export const regularExpressions = ['a', '^S', 's$', '^[a-m]', 'e.*t', '(sea|rain|year)', '^$', '[0-9]+', 'q"', "'"]
