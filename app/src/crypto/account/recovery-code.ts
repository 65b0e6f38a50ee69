/** The recovery code: 16 random bytes and a 4-byte checksum as 32 letters of Crockford's base32, in 8 groups of 4. */
import { concat, isSame, sha256, type Bytes } from '../bytes.ts'
import { VaultError } from '../codes.ts'
import { encode } from '../encode.ts'

const letters = '0123456789ABCDEFGHJKMNPQRSTVWXYZ'
const secretLength = 16
const checkLength = 4

async function checksum(secret: Bytes): Promise<Bytes> {
  return (await sha256(encode('cx1/code', secret))).subarray(0, checkLength)
}

export async function writeCode(secret: Bytes): Promise<string> {
  const bytes = concat(secret, await checksum(secret))
  const bits = Array.from(bytes, (byte) => byte.toString(2).padStart(8, '0')).join('')
  const text = bits.replaceAll(/.{5}/g, (five) => letters.charAt(Number.parseInt(five, 2)))
  return (text.match(/.{4}/g) ?? []).join('-')
}

/** As people type it: any case, any spacing, I and L for 1, O for 0. */
export async function readCode(typed: string): Promise<Bytes> {
  const text = typed
    .toUpperCase()
    .replaceAll(/[\s\-–—]/g, '')
    .replaceAll(/[IL]/g, '1')
    .replaceAll('O', '0')
  const values = Array.from(text, (letter) => letters.indexOf(letter))
  if (values.length !== 32 || values.includes(-1)) throw new VaultError('bad_code')
  const bits = values.map((value) => value.toString(2).padStart(5, '0')).join('')
  const bytes = Uint8Array.from(bits.match(/.{8}/g) ?? [], (eight) => Number.parseInt(eight, 2))
  const secret = bytes.slice(0, secretLength)
  if (!isSame(await checksum(secret), bytes.subarray(secretLength))) throw new VaultError('bad_code')
  return secret
}
