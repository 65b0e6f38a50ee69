import { expect, test } from 'vitest'

import { forgetFailures, noteFailure, useToldFailures } from './told-failures.ts'

const failure = (id: number) => ({ id, title: `Échec ${id}`, clock: { left: 0 } })
const told = () => useToldFailures.getState().map(({ title }) => title)

test('an error is told once, and not again to whoever comes after its person, though its toast still stands', () => {
  noteFailure(failure(1))
  noteFailure(failure(1))
  noteFailure(failure(2))
  expect(told()).toEqual(['Échec 2', 'Échec 1'])
  forgetFailures()
  noteFailure(failure(2))
  expect(told()).toEqual([])
  noteFailure(failure(3))
  expect(told()).toEqual(['Échec 3'])
})
