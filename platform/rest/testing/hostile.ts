/** Requests that are half sensible and half attack, for properties that must hold for all of them. */
import fc from 'fast-check'

const hostile = fc.constantFrom(
  "'; drop table books; --",
  '"; drop table books; --',
  "') union select * from secrets --",
  '$1',
  '\\',
  '$$evil$$',
  'evil',
  '/* evil */',
  'a"b',
  "a'b",
  'é evil 𝒳',
)
const text = fc.oneof(hostile, fc.string({ maxLength: 20 }), fc.string({ unit: 'grapheme', maxLength: 12 }))
const operator = fc.constantFrom(
  'eq',
  'neq',
  'like',
  'in',
  'is',
  'cs',
  'fts',
  'fts(evil)',
  'not.eq',
  'eq(any)',
  'isdistinct',
  'evil',
)
const column = fc.oneof(
  fc.constantFrom('id', 'title', 'tags->0', 'details->>x'),
  text.map((value) => `"${value.replace(/["\\]/g, '\\$&')}"`),
  text,
)
const encode = encodeURIComponent

const part = fc.oneof(
  fc
    .tuple(column, operator, text)
    .map(([name, op, value]) => `${encode(name)}=${encode(`${op}.${op.endsWith('in') ? `(${value})` : value}`)}`),
  text.map((value) => `select=${encode(`id,"${value.replace(/["\\]/g, '\\$&')}"`)}`),
  text.map((value) => `select=${encode(value)}`),
  text.map(
    (value) => `select=${encode(`"${value.replace(/["\\]/g, '\\$&')}":publishers(name),tags->${value},id::${value}`)}`,
  ),
  text.map((value) => `order=${encode(`${value}.desc`)}`),
  text.map((value) => `or=${encode(`(id.eq.${value},title.like."${value}")`)}`),
  text.map((value) => `limit=${encode(value)}&offset=${encode(value)}`),
  text.map((value) => `on_conflict=${encode(value)}&columns=${encode(value)}`),
)

export const hostileRequest = fc.record({
  method: fc.constantFrom<'GET' | 'POST' | 'PATCH' | 'DELETE'>('GET', 'GET', 'POST', 'PATCH', 'DELETE'),
  path: fc.oneof(
    { weight: 9, arbitrary: fc.constantFrom('/books', '/books', '/rpc/find_books') },
    { weight: 1, arbitrary: text.map((name) => `/${encode(name)}`) },
  ),
  parts: fc.array(part, { maxLength: 3 }),
  prefer: fc.oneof(fc.constantFrom('return=representation', 'count=exact', 'missing=default'), text),
  body: fc.oneof(
    { weight: 8, arbitrary: fc.constantFrom('{"title":"x"}', '[{"title":"x"}]', '{"term":"x"}') },
    text.map((value) => JSON.stringify({ [value]: value })),
    text,
  ),
})
