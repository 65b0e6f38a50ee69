import { expect, test } from 'vitest'

import { StatementNames } from './statement-names.ts'

test('a statement is worth a name the second time', () => {
  const names = new StatementNames()
  expect(names.name({ text: 'select 1' }).name).toBeUndefined()
  const named = names.name({ text: 'select 1' }).name
  expect(named).toMatch(/^rest_/)
  expect(names.name({ text: 'select 1' }).name).toBe(named)
  expect(names.name({ text: 'select 2' }).name).toBeUndefined()
})

test('one-off statements do not push out those that come again', () => {
  const names = new StatementNames()
  names.name({ text: 'often' })
  for (let round = 0; round < 20; round += 1) {
    for (let at = 0; at < 500; at += 1) names.name({ text: `once ${round} ${at}` })
    expect(names.name({ text: 'often' }).name).toBeDefined()
  }
})
