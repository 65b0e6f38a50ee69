import { expect, it } from 'vitest'

import { preambleOf } from './preamble.ts'

const session = { role: 'anon', claims: { sub: `o'neill` } }

it('sets role, time and claims for the transaction alone, and the access for readers', () => {
  const { text, values } = preambleOf(session, 'read', 3000)
  expect(text.match(/set_config\('[a-z_.]+'/g)).toEqual([
    `set_config('role'`,
    `set_config('statement_timeout'`,
    `set_config('request.jwt.claims'`,
    `set_config('transaction_read_only'`,
  ])
  expect(text.match(/, true\)/g)).toHaveLength(4)
  expect(values).toEqual([`{"sub":"o'neill"}`])
  expect(preambleOf(session, 'write', 3000).text).not.toContain('read_only')
})

it('passes settings as values under quoted names', () => {
  const settings = { 'request.path': `/rest'--`, [`a'b`]: 'c' }
  const { text, values } = preambleOf({ ...session, settings }, 'write', 3000)
  expect(text).toContain(`set_config('request.path', $2, true), set_config('a''b', $3, true)`)
  expect(values.slice(1)).toEqual([`/rest'--`, 'c'])
})

it('has another key for every role, access and list of settings', () => {
  const keys = [
    preambleOf(session, 'read', 1),
    preambleOf(session, 'write', 1),
    preambleOf(session, 'read', 2),
    preambleOf({ ...session, role: 'other' }, 'read', 1),
    preambleOf({ ...session, settings: { a: '' } }, 'read', 1),
  ].map(({ key }) => key)
  expect(new Set(keys).size).toBe(keys.length)
})
