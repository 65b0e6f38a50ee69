import { describe, expect, it } from 'vitest'

import { decideLink } from './link-decision.ts'

const email = 'ada@mail.example'
const proven = { email, isEmailVerified: true }
const strict = { autoconfirm: false }
const lax = { autoconfirm: true }

const identity = (provider: string, verified: boolean) => ({
  id: 'i', provider_id: 'p', user_id: 'u', provider, email, identity_data: { email, email_verified: verified },
  last_sign_in_at: null, created_at: null, updated_at: null,
}) // prettier-ignore
const owner = (change: object = {}) => ({
  id: 'u', email, phone: null, email_confirmed_at: '2026-01-01T00:00:00+00:00', identities: [identity('email', true)], ...change,
}) // prettier-ignore

describe('an address that the provider has not proven', () => {
  it.each([null, owner(), owner({ email_confirmed_at: null })])('opens no account that is there', (found) => {
    for (const rules of [strict, lax]) {
      expect(decideLink({ email, isEmailVerified: false }, found, rules)).toEqual({
        kind: 'create',
        email: null,
        release: null,
      })
      expect(decideLink({ email: null, isEmailVerified: true }, found, rules)).toMatchObject({
        kind: 'create',
        email: null,
      })
    }
  })
})

describe('a proven address', () => {
  it('of nobody makes an account', () => {
    expect(decideLink(proven, null, strict)).toEqual({ kind: 'create', email, release: null })
  })

  it('links to an account that has proven it', () => {
    expect(decideLink(proven, owner(), strict)).toEqual({ kind: 'link', userId: 'u' })
  })

  it('reclaims an account that has not', () => {
    expect(decideLink(proven, owner({ email_confirmed_at: null }), strict)).toEqual({ kind: 'reclaim', userId: 'u' })
  })

  it('counts no confirmation where every address is taken at its word, but a provider’s', () => {
    expect(decideLink(proven, owner(), lax)).toEqual({ kind: 'reclaim', userId: 'u' })
    const byProvider = owner({ identities: [identity('email', true), identity('google', true)] })
    expect(decideLink(proven, byProvider, lax)).toEqual({ kind: 'link', userId: 'u' })
  })

  it.each([{ phone: '22670123456' }, { identities: [identity('github', false)] }])(
    'is taken from an account with other ways in, which it does not open: %j',
    (change) => {
      const claimant = owner({ email_confirmed_at: null, ...change })
      expect(decideLink(proven, claimant, strict)).toEqual({ kind: 'create', email, release: 'u' })
    },
  )
})
