import type { Session } from '@supabase/supabase-js'
import { afterEach, beforeEach, expect, test, vi, type MockInstance } from 'vitest'

import { sessionKey } from './stored-session.ts'

const session = {
  access_token: 'e30.e30.s',
  refresh_token: 'refresh',
  token_type: 'bearer',
  expires_in: 3600,
  expires_at: 1,
  user: { id: 'awa', aud: 'authenticated', app_metadata: {}, user_metadata: {}, created_at: '2026-01-01T00:00:00Z' },
} satisfies Session

let answer: () => Promise<Response>
let asked: string[]
let logged: MockInstance

/** A page that opens with this session stored, in front of a server that answers as `answer` says. */
async function open(stored: Session) {
  const items: Record<string, string> = { [sessionKey]: JSON.stringify(stored) }
  const methods = {
    getItem: (key: string) => items[key] ?? null,
    setItem: (key: string, value: string) => void (items[key] = value),
    removeItem: (key: string) => void delete items[key],
  }
  // As in browsers, where the entries are the storage's own keys.
  vi.stubGlobal(
    'localStorage',
    new Proxy(items, { get: (_, key) => Reflect.get({ ...items, ...methods }, key) as unknown }),
  )
  const { getSession } = await import('../session.ts')
  const { supabase } = await import('../supabase.ts')
  const { endSessionHere } = await import('./end-session.ts')
  return { getSession, supabase, endSessionHere, items }
}

beforeEach(() => {
  vi.resetModules()
  vi.useFakeTimers()
  logged = vi.spyOn(console, 'info').mockReturnValue()
  vi.spyOn(console, 'warn').mockReturnValue()
  asked = []
  const config = { supabaseUrl: 'https://app.example', anonKey: 'anon', version: '5.0.0' }
  vi.stubGlobal('location', new URL('https://app.example/'))
  vi.stubGlobal('window', { location, addEventListener: () => {} })
  vi.stubGlobal('addEventListener', () => {})
  vi.stubGlobal('document', {
    visibilityState: 'hidden',
    getElementById: () => ({ textContent: JSON.stringify(config) }),
  })
  vi.stubGlobal('fetch', (input: RequestInfo | URL) => {
    const { pathname } = new URL(input instanceof Request ? input.url : input)
    asked.push(pathname)
    return answer()
  })
})

afterEach(() => {
  vi.useRealTimers()
  vi.unstubAllGlobals()
  vi.restoreAllMocks()
})

/** The client tries for half a minute. */
const untilTried = () => vi.advanceTimersByTimeAsync(40_000)
const away = () => Promise.reject(new TypeError('Failed to fetch'))
const signedIn = { status: 'signed-in', user: session.user }

test('X-07 a renewal that nobody answers leaves its person signed in, and nothing is sent as a visitor', async () => {
  answer = away
  const { getSession, supabase, items } = await open(session)
  expect(getSession()).toMatchObject({ ...signedIn, isStale: true })
  const client = await supabase()
  await untilTried()
  expect((await client.auth.getSession()).data.session).toBeNull()
  expect(logged).toHaveBeenCalledWith('[auth]', 'INITIAL_SESSION', null)
  expect(getSession()).toMatchObject(signedIn)
  expect(items[sessionKey]).toBeDefined()
  const { error } = await client.rpc('key_backup_info')
  expect(error?.message).toContain('Failed to fetch')
  expect(asked.filter((path) => !path.startsWith('/auth/v1/'))).toEqual([])
})

const json = { headers: { 'content-type': 'application/json' } }
const code = (status: number, name: string) =>
  new Response(JSON.stringify({ code: status, error_code: name }), { status, ...json })

test.each([
  ['a portal', () => new Response('<h1>Wi-Fi</h1>', { status: 403 }), true],
  ['a limiter', () => code(429, 'over_request_rate_limit'), true],
  ['two who renew at once', () => code(409, 'conflict'), true],
  ['auth', () => code(400, 'refresh_token_not_found'), false],
])('A-08 only a refusal by auth itself ends a session: %s', async (_, respond, isKept) => {
  answer = () => Promise.resolve(respond())
  const { getSession, supabase, items } = await open(session)
  await supabase()
  await untilTried()
  expect(getSession().status).toBe(isKept ? 'signed-in' : 'signed-out')
  expect(items[sessionKey] !== undefined).toBe(isKept)
})

test.each([
  ['fresh', Math.floor(Date.now() / 1000) + 3600],
  ['ended', 1],
])('X-07 a sign-out that nobody answers has ended here, where the token is %s', async (_, end) => {
  answer = () => new Promise(() => undefined)
  const { getSession, endSessionHere, items } = await open({ ...session, expires_at: end })
  endSessionHere()
  expect(getSession()).toEqual({ status: 'signed-out', halfway: null })
  expect(items).toEqual({})
})
