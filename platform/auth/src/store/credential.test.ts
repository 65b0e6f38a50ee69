import { describe, expect, it } from 'vitest'

import { fromFactorCredential, isRolledBack, toFactorCredential } from './credential.ts'

describe('a counter', () => {
  it.each([
    [0, 0, false],
    [0, 1, false],
    [4, 5, false],
    [4, 4, true],
    [4, 3, true],
    [4, 0, true],
  ])('of %i that shows %i', (stored, shown, expected) => {
    expect(isRolledBack(stored, shown)).toBe(expected)
  })
})

it('a key of a factor is kept as it was', () => {
  const credential = {
    id: Buffer.from('a key’s id').toString('base64url'),
    publicKey: Buffer.from([1, 2, 255]),
    counter: 7,
    transports: ['usb'],
    aaguid: '2fc0579f-8113-47ea-b116-bb5a8db9202a',
    attestation: 'none',
    isBackupEligible: true,
    isBackedUp: false,
  }
  const stored = toFactorCredential(credential)
  expect(stored.authenticator.AAGUID).toBe('L8BXn4ETR+qxFrtajbkgKg==')
  expect(fromFactorCredential(stored, credential.aaguid)).toEqual(credential)
})
