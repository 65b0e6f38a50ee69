/** Who signed a webhook, and when. */
import { createHmac } from 'node:crypto'

import fc from 'fast-check'
import { describe, expect, test } from 'vitest'

import { refusalOfSignature, sign, type Signed } from './verify-webhook.ts'

const now = new Date('2026-11-22T12:00:00Z')
const raw = new TextEncoder().encode('{"id":1,"name":"transaction.approved"}')
const secret = 'whsec_one'
const at = (seconds: number) => new Date(now.getTime() + seconds * 1000)
const header = (seconds = 0, by = secret) => sign(raw, { secret: by, scheme: 's', at: at(seconds) })
const verdict = (given: string | null, more: Partial<Signed> = {}) =>
  refusalOfSignature({ raw, header: given, scheme: 's', secrets: [secret], now, ...more })

describe('is taken', () => {
  test.each([
    ['now', header()],
    ['five minutes ago', header(-300)],
    ['five minutes ahead', header(300)],
    ['with spaces between', header().replace(',', ' , ')],
    ['with another signature beside it', `${header()},s=00`],
    ['with a scheme that is not ours beside it', `${header()},v0=00`],
  ])('%s', (_, given) => {
    expect(verdict(given)).toBeNull()
  })

  test('by the older of two secrets while one is being replaced', () => {
    expect(verdict(header(), { secrets: ['whsec_two', secret] })).toBeNull()
  })
})

describe('is refused', () => {
  const [time] = header().split(',')
  test.each([
    ['without a header', null, 'missing'],
    ['with an empty one', '', 'missing'],
    ['301 seconds old', header(-301), 'stale'],
    ['301 seconds of the future', header(301), 'stale'],
    ['by another secret', header(0, 'whsec_other'), 'forged'],
    ['with two times', `${header()},${time}`, 'malformed'],
    ['without a time', header().split(',')[1]!, 'malformed'],
    ['without a signature', time!, 'malformed'],
    ['with a signature that has no value', `${time},s`, 'malformed'],
    ['with a time of letters', `t=now,${header().split(',')[1]}`, 'malformed'],
    ['with a negative time', `t=-1,${header().split(',')[1]}`, 'malformed'],
    ['with half a signature', header().slice(0, -8), 'forged'],
    ['with a header of two kilobytes', `${header()},x=${'a'.repeat(2000)}`, 'malformed'],
  ])('%s', (_, given, why) => {
    expect(verdict(given)).toBe(why)
  })

  test('one byte of the body later', () => {
    const other = new TextEncoder().encode('{"id":2,"name":"transaction.approved"}')
    expect(verdict(header(), { raw: other })).toBe('forged')
    expect(verdict(header(), { scheme: 'v1' })).toBe('malformed')
    expect(verdict(header(), { secrets: [] })).toBe('forged')
  })
})

test('no header throws, and only the exact one is taken', () => {
  const right = createHmac('sha256', secret)
    .update(`${now.getTime() / 1000}.`)
    .update(raw)
    .digest('hex')
  fc.assert(
    fc.property(fc.nat(header().length - 1), fc.string({ minLength: 1, maxLength: 1 }), (place, character) => {
      const mutated = header().slice(0, place) + character + header().slice(place + 1)
      const isSame = mutated.toLowerCase().includes(right) && mutated.includes(`t=${now.getTime() / 1000}`)
      fc.pre(!isSame)
      expect(verdict(mutated)).not.toBeNull()
    }),
    { numRuns: 2000 },
  )
})
