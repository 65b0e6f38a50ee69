import { describe, expect, it } from 'vitest'

import { defaultAuthConfig } from '../../config.ts'
import { relyingPartyOf } from './relying-party.ts'

const defaults = defaultAuthConfig({ apiUrl: 'https://shop.example/auth/v1', siteUrl: 'https://shop.example/home' })

describe('the relying party', () => {
  it('is the site, by default', () => {
    expect(relyingPartyOf(defaults)).toEqual({
      id: 'shop.example',
      name: 'shop.example',
      origins: ['https://shop.example'],
    })
  })

  it('has the origins of redirect targets on and below its domain, and of no others', () => {
    const redirectUrls = [
      'https://shop.example/**',
      'https://admin.shop.example:8443/a/*',
      'https://*.shop.example/**',
      'https://shop.example*/',
      'https://evilshop.example/',
      'https://shop.example.evil.example/',
      'com.shop.example://callback',
      'http://localhost:5173/**',
    ]
    expect(relyingPartyOf({ ...defaults, redirectUrls }).origins).toEqual([
      'https://shop.example',
      'https://admin.shop.example:8443',
    ])
  })

  it('is whatever the operator says', () => {
    const webauthn = {
      ...defaults.webauthn,
      rpId: 'example',
      rpName: 'The Bookshop',
      rpOrigins: ['https://a.example', 'android:apk-key-hash:abc'],
    }
    expect(relyingPartyOf({ ...defaults, webauthn })).toEqual({
      id: 'example',
      name: 'The Bookshop',
      origins: ['https://a.example', 'android:apk-key-hash:abc'],
    })
  })
})
