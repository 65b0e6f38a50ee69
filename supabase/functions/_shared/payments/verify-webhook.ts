/** Signatures as FedaPay and Stripe write them: `t=1700000000,s=9f…`, HMAC-SHA-256 over `t.body`. */
import { Buffer } from 'node:buffer'
import { createHmac, timingSafeEqual } from 'node:crypto'

const toleranceSeconds = 300
const longestHeader = 1024

export interface Signed {
  readonly raw: Uint8Array
  readonly header: string | null
  /** The letter before a signature: FedaPay's is `s`, Stripe's `v1`. */
  readonly scheme: string
  /** More than one while a secret is being replaced. */
  readonly secrets: readonly string[]
  readonly now: Date
}

/**
 * Whether one of the secrets signed these bytes within five minutes of now, before or after. Never throws.
 *
 * @returns null, or why not: `missing`, `malformed`, `stale`, `forged`
 */
export function refusalOfSignature({ raw, header, scheme, secrets, now }: Signed): string | null {
  if (header === null || header === '') return 'missing'
  const parts = header.length > longestHeader ? [] : header.split(',').map((part) => part.trim().split('='))
  const times = valuesOf(parts, 't')
  const given = valuesOf(parts, scheme)
  const [time] = times
  if (time === undefined || times.length > 1 || !/^\d{1,12}$/.test(time) || given.length === 0) return 'malformed'
  if (Math.abs(now.getTime() / 1000 - Number(time)) > toleranceSeconds) return 'stale'
  const expected = secrets.map((secret) => createHmac('sha256', secret).update(`${time}.`).update(raw).digest())
  const isSigned = given
    .map((hex) => Buffer.from(hex, 'hex'))
    .some((bytes) => expected.some((one) => isSame(one, bytes)))
  return isSigned ? null : 'forged'
}

export function sign(raw: Uint8Array, { secret, scheme, at }: { secret: string; scheme: string; at: Date }): string {
  const time = Math.floor(at.getTime() / 1000)
  return `t=${time},${scheme}=${createHmac('sha256', secret).update(`${time}.`).update(raw).digest('hex')}`
}

function valuesOf(parts: readonly string[][], name: string): string[] {
  return parts.flatMap(([key, value, ...rest]) =>
    key === name && value !== undefined && rest.length === 0 ? value : [],
  )
}

function isSame(one: Buffer, other: Buffer): boolean {
  return one.length === other.length && timingSafeEqual(one, other)
}
