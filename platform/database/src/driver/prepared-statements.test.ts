import { expect, it } from 'vitest'

import { PreparedStatements } from './prepared-statements.ts'

it('prepares a statement once, and again after its text changed', () => {
  const statements = new PreparedStatements(10)
  expect(statements.prepare('a', 'select 1')).toEqual({ statement: 's1', parse: 'select 1', close: null })
  expect(statements.prepare('a', 'select 1')).toEqual({ statement: 's1', parse: null, close: null })
  expect(statements.prepare('a', 'select 2')).toEqual({ statement: 's2', parse: 'select 2', close: 's1' })
})

it('closes the least recently used one when there are too many', () => {
  const statements = new PreparedStatements(2)
  statements.prepare('a', '1')
  statements.prepare('b', '2')
  statements.prepare('a', '1')
  expect(statements.prepare('c', '3')).toMatchObject({ statement: 's3', close: 's2' })
  expect(statements.prepare('a', '1').parse).toBeNull()
})

it('never uses a name again whose statement is in doubt', () => {
  const statements = new PreparedStatements(10)
  statements.prepare('a', '1')
  statements.forget('a', 's1')
  expect(statements.prepare('a', '1')).toEqual({ statement: 's2', parse: '1', close: 's1' })
  statements.forget('a', 's1')
  expect(statements.prepare('a', '1').parse).toBeNull()
})
