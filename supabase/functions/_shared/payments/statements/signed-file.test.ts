import { Buffer } from 'node:buffer'

import fc from 'fast-check'
import { expect, test } from 'vitest'

import { signFile, signerOf, signingKey } from './signed-file.ts'

const seed = '9d61b19deffd5a60ba844af492ec2cc44449c5697b326919703bac031cae7f60'
const key = signingKey(seed)
const file = Buffer.from('%PDF-1.7\nfive credits\n%%EOF')

test('the key of a seed is the one of RFC 8032 §7.1, test 1', () => {
  expect(key.publicKey).toBe('d75a980182b10ab7d54bfed3c964073a0ee172f3daa62325af021a68f707511a')
})

test('who signed is known, and the content stays as it was', () => {
  const signed = signFile(file, key)
  expect(signerOf(signed)).toBe(key.publicKey)
  expect(Buffer.from(signed).subarray(0, file.length)).toEqual(file)
})

test('not one byte of a signed file can be another', () => {
  const signed = signFile(file, key)
  fc.assert(
    fc.property(fc.nat(signed.length - 1), fc.integer({ min: 1, max: 255 }), (place, change) => {
      const forged = Uint8Array.from(signed)
      forged[place] = forged[place]! ^ change
      expect(signerOf(forged)).not.toBe(key.publicKey)
    }),
  )
})

test.each([
  ['nothing', ''],
  ['a file without a signature', '%PDF-1.7\n%%EOF'],
  ['a signature of nothing by nobody', `\n%signed-ed25519 ${'0'.repeat(64)} ${'0'.repeat(128)}\n`],
])('%s is nobody’s we know', (_, text) => {
  expect(signerOf(Buffer.from(text))).not.toBe(key.publicKey)
})

test('what somebody else signed is theirs', () => {
  const other = signingKey('00'.repeat(32))
  expect(signerOf(signFile(file, other))).toBe(other.publicKey)
  expect(other.publicKey).not.toBe(key.publicKey)
})
