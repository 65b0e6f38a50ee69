import { createClient } from '@supabase/supabase-js'
import { afterEach, describe, expect, it, vi } from 'vitest'

import { authOptions } from './auth-options.ts'

afterEach(() => vi.unstubAllGlobals())

const sessionOf = (name: string) => ({
  access_token: `${name}.access.token`,
  refresh_token: `${name}-refresh`,
  token_type: 'bearer' as const,
  expires_in: 3600,
  expires_at: Math.floor(Date.now() / 1000) + 3600,
  user: { id: name, aud: 'authenticated', app_metadata: {}, user_metadata: {}, created_at: '2026-01-01T00:00:00Z' },
})

let browsers = 0

/** The official client in a browser that has this address open and these things stored. */
async function open(href: string, stored: { session?: object; verifier?: string }) {
  const storageKey = `${authOptions.storageKey}.${(browsers += 1)}`
  const items = new Map<string, string>()
  if (stored.session) items.set(storageKey, JSON.stringify(stored.session))
  if (stored.verifier) items.set(`${storageKey}-code-verifier`, JSON.stringify(stored.verifier))
  const url = new URL(href)
  vi.stubGlobal('document', { visibilityState: 'hidden' })
  vi.stubGlobal('window', { location: url, history: { replaceState: () => {} }, addEventListener: () => {} })
  const asked: string[] = []
  const client = createClient('https://app.example', 'anon', {
    auth: {
      ...authOptions,
      storageKey,
      storage: {
        getItem: (key) => items.get(key) ?? null,
        setItem: (key, value) => void items.set(key, value),
        removeItem: (key) => void items.delete(key),
      },
    },
    global: {
      fetch: async (input) => {
        const request = new URL(input instanceof Request ? input.url : input)
        asked.push(request.pathname + request.search)
        return Response.json(request.pathname.endsWith('/user') ? sessionOf('attacker').user : sessionOf('attacker'))
      },
    },
  })
  await client.auth.initialize()
  const { data } = await client.auth.getSession()
  return { whose: data.session?.user.id ?? null, asked }
}

const signedIn = { session: sessionOf('victim') }
const tokens = new URLSearchParams({
  access_token: 'attacker.access.token',
  refresh_token: 'attacker-refresh',
  expires_in: '3600',
  token_type: 'bearer',
}).toString()

describe('a link that carries authentication', () => {
  it.each([
    ['with tokens', `https://app.example/#${tokens}`],
    ['with tokens in its query', `https://app.example/?${tokens}`],
    ['with a code that this browser did not ask for', 'https://app.example/?code=c0de'],
    ['with an error', 'https://app.example/?error=access_denied&error_description=No#error=access_denied'],
  ])('A-21 %s changes nothing for whoever is signed in, or is not', async (_name, href) => {
    expect(await open(href, signedIn)).toEqual({ whose: 'victim', asked: [] })
    expect(await open(href, {})).toEqual({ whose: null, asked: [] })
  })

  it('A-21 with a code signs in where its verifier waits', async () => {
    const { asked } = await open('https://app.example/?code=c0de', { verifier: 'v'.repeat(56) })
    expect(asked).toEqual(['/auth/v1/token?grant_type=pkce'])
  })
})
