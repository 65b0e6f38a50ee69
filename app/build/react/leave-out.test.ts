import { expect, test } from 'vitest'

import { leaveOut, type LeftOut } from './leave-out.ts'

const left: LeftOut = {
  variables: { isTaken: '!1' },
  calls: { prepare: 'void 0' },
  properties: { isDry: '!1' },
  kinds: { of: 'tag', never: [18] },
  cases: ['LIST'],
  statements: ['exports.take ='],
  methods: { of: 'shared.d', keep: ['flush'] },
}

const library = `
var isTaken = !1;
function prepare() { isTaken = !0; }
function begin(fiber) {
  switch (fiber.tag) {
    case 5: if (isTaken) return "taken"; break;
    case 18: var seen = "dry"; return seen;
    case 19: fiber.seen = 19;
    case 20: seen = "twenty"; return seen + fiber.seen;
  }
  prepare(fiber);
  return 18 === fiber.tag || fiber.state.isDry ? "dry" : fiber.isDry2;
}
function asked(isTaken) { return isTaken }
function kind(type) { switch (type) { case LIST: return "list"; default: return "other"; } }
shared.d = { flush: 1, preload: 2 };
exports.take = function () { return prepare() };
exports.begin = begin; exports.asked = asked; exports.kind = kind;
`

test('what is never so is gone, and everything else is as it was', () => {
  const lean = leaveOut(library, left)
  expect(lean).not.toMatch(/exports\.take|case 18|case LIST|preload: 2|"taken"\s*\?/u)
  // oxlint-disable-next-line typescript/no-implied-eval -- the code is what is tested
  const { begin, asked, kind, d } = new Function(
    'LIST',
    `"use strict"; const exports = {}, shared = {}; ${lean}; return { ...exports, d: shared.d }`,
  )('LIST') as Record<string, (one: unknown) => unknown> & { d: object }
  expect(begin?.({ tag: 5, state: {}, isDry2: 'here' })).toBe('here')
  expect(begin?.({ tag: 19, state: {} })).toBe('twenty19')
  expect(begin?.({ tag: 18, state: { isDry: true }, isDry2: 'never' })).toBe('never')
  // A parameter of that name is another thing.
  expect(asked?.('mine')).toBe('mine')
  expect(kind?.('LIST')).toBe('other')
  expect(d).toEqual({ flush: 1, preload: undefined })
})

test('a case that another falls into stays', () => {
  const falling = library.replace('case 19: fiber.seen = 19;', 'case 19: fiber.seen = 19;\ncase 18: fiber.seen += 1;')
  expect(leaveOut(falling, left)).toContain('case 18: fiber.seen += 1;')
})

test('a library that says it otherwise stops the build', () => {
  expect(() => leaveOut(library.replaceAll('isDry', 'isOther'), left)).toThrow('the library has no isDry')
})
