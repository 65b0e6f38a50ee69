import { expect, it } from 'vitest'

import { problemsOf } from './requirements.ts'

const fit = {
  version: 160_004,
  versionText: '16.4',
  encoding: 'UTF8',
  isReplica: false,
  user: 'owner',
  isSuperuser: false,
  canCreateRoles: true,
  canBypassRls: true,
  canCreateSchemas: true,
  missingRoles: ['anon', 'authenticated', 'service_role', 'authenticator'],
}

it('finds nothing wrong with a server that has what is needed', () => {
  expect(problemsOf(fit)).toEqual([])
  expect(problemsOf({ ...fit, version: 150_000, isSuperuser: true })).toEqual([])
  expect(problemsOf({ ...fit, canCreateRoles: false, canBypassRls: false, missingRoles: [] })).toEqual([])
})

it('lists everything that is missing, with what repairs it', () => {
  const problems = problemsOf({
    ...fit,
    version: 140_011,
    versionText: '14.11',
    encoding: 'LATIN1',
    isReplica: true,
    canCreateSchemas: false,
    canCreateRoles: false,
    missingRoles: ['service_role', 'authenticator'],
  })
  expect(problems).toHaveLength(5)
  expect(problems.join('\n')).toMatch(
    /14\.11.*LATIN1.*replica.*grant create on database.*create role service_role nologin noinherit bypassrls; create role authenticator login noinherit;/s,
  )
})

it('knows that before version 16 only a superuser makes roles that pass row-level security', () => {
  expect(problemsOf({ ...fit, version: 150_000 })).toHaveLength(1)
  expect(problemsOf({ ...fit, version: 150_000, missingRoles: ['anon'] })).toEqual([])
  expect(problemsOf({ ...fit, canBypassRls: false })).toHaveLength(1)
})
