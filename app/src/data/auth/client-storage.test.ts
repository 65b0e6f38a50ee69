import { afterEach, beforeEach, expect, test, vi } from 'vitest'

import { clientStorage } from './client-storage.ts'
import { parkedIds, takeUp } from './parked-sessions.ts'
import { ownPage, readKeptSession, readStoredSession, sessionKey } from './stored-session.ts'

const end = Math.floor(Date.now() / 1000) + 3600

/** What the client stores; `level` is that of a password alone where a second factor is to come. */
function sessionOf(id: string, { token = 'first', owesFactor = false } = {}): string {
  const claims = btoa(JSON.stringify({ sub: id, aal: owesFactor ? 'aal1' : 'aal2' }))
  const factors = owesFactor ? [{ status: 'verified' }] : []
  const tokens = { access_token: `e30.${claims}.s`, refresh_token: token, expires_at: end }
  return JSON.stringify({ ...tokens, user: { id, factors } })
}

beforeEach(() => {
  const items = new Map<string, string>()
  vi.stubGlobal('location', new URL('https://app.example/'))
  vi.stubGlobal('localStorage', {
    getItem: (key: string) => items.get(key) ?? null,
    setItem: (key: string, value: string) => void items.set(key, value),
    removeItem: (key: string) => void items.delete(key),
  })
  ownPage(null)
})
afterEach(() => {
  ownPage(null)
  vi.unstubAllGlobals()
})

const inUse = () => readKeptSession()?.user.id

test('an account that another one is added to waits, and comes back as it was', () => {
  clientStorage.setItem(sessionKey, sessionOf('awa'))
  ownPage('awa')
  clientStorage.setItem(sessionKey, sessionOf('kossi'))
  expect([inUse(), parkedIds()]).toEqual(['kossi', ['awa']])
  expect(takeUp('awa')).toBe(true)
  expect([inUse(), parkedIds()]).toEqual(['awa', ['kossi']])
  expect(takeUp('nobody')).toBe(false)
})

test('a sign-in that owes a second factor keeps no place among the accounts', () => {
  clientStorage.setItem(sessionKey, sessionOf('awa'))
  clientStorage.setItem(sessionKey, sessionOf('kossi', { owesFactor: true }))
  clientStorage.removeItem(sessionKey)
  expect(takeUp()).toBe(true)
  expect([inUse(), parkedIds()]).toEqual(['awa', []])
  clientStorage.setItem(sessionKey, sessionOf('kossi', { owesFactor: true }))
  clientStorage.setItem(sessionKey, sessionOf('abla'))
  expect([inUse(), parkedIds()]).toEqual(['abla', ['awa']])
})

test('a page reaches nobody’s session but its own person’s, whatever another tab has stored', () => {
  clientStorage.setItem(sessionKey, sessionOf('awa'))
  ownPage('awa')
  // Another tab went on as Kossi.
  localStorage.setItem(sessionKey, sessionOf('kossi'))
  expect(clientStorage.getItem(sessionKey)).toBeNull()
  expect(readStoredSession().kind).toBe('expired')
  clientStorage.removeItem(sessionKey)
  // A renewal that was on its way: kept for Awa, and not in Kossi’s place.
  clientStorage.setItem(sessionKey, sessionOf('awa', { token: 'second' }))
  expect([inUse(), parkedIds()]).toEqual(['kossi', ['awa']])
  ownPage(null)
  takeUp('awa')
  expect(readKeptSession()?.refresh_token).toBe('second')
})

test('what is no list of sessions is none', () => {
  localStorage.setItem('cortexia.accounts', '{"user":{}}')
  expect(parkedIds()).toEqual([])
  localStorage.setItem('cortexia.accounts', 'rubbish')
  expect(takeUp()).toBe(false)
})
