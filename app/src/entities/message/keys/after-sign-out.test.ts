import type { Session } from '@supabase/supabase-js'
import { beforeEach, expect, test, vi } from 'vitest'

beforeEach(() => {
  vi.resetModules()
  vi.stubGlobal('location', new URL('https://cortexia.example/'))
  vi.stubGlobal('localStorage', { getItem: () => null })
})

const sessionOf = (id: string) => ({ access_token: 'a.b.c', user: { id } }) as Session

async function signedInAs(id: string) {
  const { receiveSession } = await import('#data/session.ts')
  const scopes = await import('../scope.ts')
  receiveSession(sessionOf(id))
  return { ...scopes, receiveSession }
}

test('a scope is its person’s until they sign out, and what asks for it afterwards begins nothing anew', async () => {
  const { scopeOf, openScope, receiveSession } = await signedInAs('awa')
  const scope = scopeOf('awa')
  expect(scopeOf('awa')).toBe(scope)
  expect(scope.over.aborted).toBe(false)
  receiveSession(null)
  expect(scope.over.aborted).toBe(true)
  expect(scopeOf('awa').over.aborted).toBe(true)
  expect(openScope('awa')).toBeUndefined()
})
