import { describe, expect, it } from 'vitest'

import { enrolTotp, matchTotp } from './totp.ts'

/** RFC 6238, appendix B: its SHA-1 secret in base32, and its eight digits cut to the six of ours. */
const secret = 'GEZDGNBVGY3TQOJQGEZDGNBVGY3TQOJQ'

describe('codes', () => {
  it.each([
    [59, '287082', 1],
    [1_111_111_109, '081804', 37_037_036],
    [1_234_567_890, '005924', 41_152_263],
    [20_000_000_000, '353130', 666_666_666],
  ])('of RFC 6238 at %i s', (seconds, code, step) => {
    expect(matchTotp(code, secret, seconds * 1000)).toBe(step)
  })

  it('count one step early and late, and tell which step they are of', () => {
    const now = 1_111_111_109_000
    expect(matchTotp('081804', secret, now + 30_000)).toBe(37_037_036)
    expect(matchTotp('081804', secret, now - 30_000)).toBe(37_037_036)
    expect(matchTotp('081804', secret, now + 60_000)).toBeNull()
    expect(matchTotp('081804', secret, now - 60_000)).toBeNull()
  })

  it.each(['', '81804', '0818040', 'abcdef', '08180４'])('are six digits, not %j', (code) => {
    expect(matchTotp(code, secret, 1_111_111_109_000)).toBeNull()
  })
})

describe('an enrolment', () => {
  it('is a fresh secret of 160 bits, its address and a picture that fits behind data:', () => {
    const enrolment = enrolTotp({ issuer: 'Shop & Sons', account: 'ada@shop.example' })
    expect(enrolment.secret).toMatch(/^[A-Z2-7]{32}$/)
    const uri = new URL(enrolment.uri)
    expect(decodeURIComponent(uri.pathname)).toBe('/Shop & Sons:ada@shop.example')
    expect(Object.fromEntries(uri.searchParams)).toEqual({
      issuer: 'Shop & Sons',
      secret: enrolment.secret,
      algorithm: 'SHA1',
      digits: '6',
      period: '30',
    })
    expect(enrolment.qrCode).toMatch(/^<svg [^#]*<\/svg>$/)
    expect(enrolTotp({ issuer: 'Shop', account: 'ada@shop.example' }).secret).not.toBe(enrolment.secret)
  })
})
