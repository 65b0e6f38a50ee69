import { expect, it } from 'vitest'

import { forServer } from './for-server.ts'

const grant = 'grant delete, insert, maintain, select on table public.books to clerk;'

it('leaves a privilege out that the server does not know', () => {
  expect(forServer(grant, 160_004)).toBe('grant delete, insert, select on table public.books to clerk;')
  expect(forServer(grant, 170_000)).toBe(grant)
})

it('touches no word of anything else', () => {
  const text = "select 'to maintain, and to sell';\ninsert into t values ('maintain, ');"
  expect(forServer(text, 150_000)).toBe(text)
})
