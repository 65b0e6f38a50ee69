import { afterAll, beforeAll, describe, expect, test } from 'vitest'

import { rowsOf, type TestDatabase } from '../../../tests/support/test-database.ts'
import { productDatabase } from '../support/product-database.ts'
import { asOwner } from '../support/product-rest.ts'
import { rules } from './database-lint.ts'

const named = rules.map((rule) => [rule.name, rule] as const)

const foundBy = (database: TestDatabase, sql: string) =>
  rowsOf<{ found: string }>(database, sql).then((rows) => rows.map(({ found }) => found))

describe('R-02 the database', () => {
  let database: TestDatabase
  beforeAll(async () => {
    database = await productDatabase()
  })
  afterAll(() => database.dispose())

  test.each(named)('R-02 %s', async (_name, { sql }) => {
    expect(await foundBy(database, sql)).toEqual([])
  })

  test.each(named)('R-02 it is noticed when not: %s', async (_name, { sql, plant }) => {
    await using planted = await productDatabase()
    for (const statement of plant.split(';')) await asOwner(planted, statement)
    expect((await foundBy(planted, sql)).length).toBeGreaterThan(0)
  })
})
