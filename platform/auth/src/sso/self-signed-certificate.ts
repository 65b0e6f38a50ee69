/** The certificate in which identity providers want our key (RFC 5280): they pin it, nobody has to vouch for it. Pure. */
import { createHash, createPublicKey, sign, type KeyObject } from 'node:crypto'

const INTEGER = 0x02
const BIT_STRING = 0x03
const NULL = 0x05
const OBJECT_IDENTIFIER = 0x06
const UTF8_STRING = 0x0c
const GENERALIZED_TIME = 0x18
const SEQUENCE = 0x30
const SET = 0x31
const VERSION = 0xa0

/** 1.2.840.113549.1.1.11 and 2.5.4.3. */
const SHA256_WITH_RSA = Buffer.from('2a864886f70d01010b', 'hex')
const COMMON_NAME = Buffer.from('550403', 'hex')

/** PEM. Fixed times and a number from the key itself: every start, and every process, makes the same one. */
export function selfSignedCertificate(privateKey: KeyObject, name: string): string {
  const publicKey = createPublicKey(privateKey).export({ type: 'spki', format: 'der' })
  const algorithm = der(SEQUENCE, der(OBJECT_IDENTIFIER, SHA256_WITH_RSA), der(NULL))
  const entity = der(
    SEQUENCE,
    der(SET, der(SEQUENCE, der(OBJECT_IDENTIFIER, COMMON_NAME), der(UTF8_STRING, Buffer.from(name)))),
  )
  const number = createHash('sha256').update(publicKey).digest().subarray(0, 16)
  number[0]! &= 0x7f
  number[0]! |= 0x40
  const content = der(
    SEQUENCE,
    der(VERSION, der(INTEGER, Buffer.from([2]))),
    der(INTEGER, number),
    algorithm,
    entity,
    der(
      SEQUENCE,
      der(GENERALIZED_TIME, Buffer.from('20200101000000Z')),
      der(GENERALIZED_TIME, Buffer.from('21200101000000Z')),
    ),
    entity,
    publicKey,
  )
  const signature = Buffer.concat([Buffer.from([0]), sign('sha256', content, privateKey)])
  const certificate = der(SEQUENCE, content, algorithm, der(BIT_STRING, signature))
  const lines = certificate.toString('base64').match(/.{1,64}/g)!
  return `-----BEGIN CERTIFICATE-----\n${lines.join('\n')}\n-----END CERTIFICATE-----\n`
}

/** One value of X.690's distinguished encoding. */
function der(tag: number, ...parts: readonly Buffer[]): Buffer {
  const body = Buffer.concat(parts)
  return Buffer.concat([Buffer.from([tag, ...lengthOf(body.length)]), body])
}

function lengthOf(length: number): number[] {
  if (length < 0x80) return [length]
  const bytes: number[] = []
  for (let rest = length; rest > 0; rest >>= 8) bytes.unshift(rest & 0xff)
  return [0x80 | bytes.length, ...bytes]
}
