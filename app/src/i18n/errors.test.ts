import { expect, test } from 'vitest'

import { errorLine } from './errors.i18n.ts'

test.each([
  [new Error('Auth session missing!'), 'Auth session missing!'],
  ['out of memory', 'out of memory'],
  [new Error(), 'Erreur inconnue'],
  [undefined, 'Erreur inconnue'],
  [{ status: 500 }, 'Erreur inconnue'],
])('of %o the technical line is « %s »', (error, line) => {
  expect(errorLine(error)).toBe(line)
})
