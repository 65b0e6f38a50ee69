import { hash } from '@node-rs/argon2'
import { describe, expect, it } from 'vitest'

import { bcryptHashes } from './bcrypt.ts'
import { createPasswords } from './password-hash.ts'

const passwords = await createPasswords({ concurrency: 2, queue: 64 })

describe('hashes', () => {
  it('are argon2id with the cost of today, and salted', async () => {
    const [one, two] = await Promise.all([passwords.hash('horse'), passwords.hash('horse')])
    expect(one).toMatch(/^\$argon2id\$v=19\$m=19456,t=2,p=1\$/)
    expect(one).not.toBe(two)
    expect(await passwords.check(one, 'horse')).toEqual({ matches: true, isOutdated: false })
    expect(await passwords.check(one, 'Horse')).toEqual({ matches: false, isOutdated: false })
  })

  it('of another cost still match, and are called outdated', async () => {
    const cheap = await hash('horse', { memoryCost: 1024, timeCost: 1 })
    expect(await passwords.check(cheap, 'horse')).toEqual({ matches: true, isOutdated: true })
  })

  it.each([
    ['none', null],
    ['an empty one', ''],
    ['another scheme', '$2y$10$abcdefghijklmnopqrstuv'],
    ['nonsense', '$argon2id$nonsense'],
    [
      'one that asks for 4 GiB',
      '$argon2id$v=19$m=4194304,t=2,p=1$c2FsdHNhbHRzYWx0$aGFzaGhhc2hoYXNoaGFzaGhhc2hoYXNoaGFzaGhhc2g',
    ],
    [
      'one that asks for a day',
      '$argon2id$v=19$m=19456,t=4000000,p=1$c2FsdHNhbHRzYWx0$aGFzaGhhc2hoYXNoaGFzaGhhc2hoYXNoaGFzaGhhc2g',
    ],
  ])('%s never matches', async (_name, stored) => {
    expect(await passwords.check(stored, 'horse')).toEqual({ matches: false, isOutdated: false })
  })

  it('of bcrypt match through their library, unless they cost too much', async () => {
    const { hash: bcrypt } = await import('@node-rs/bcrypt')
    const withBcrypt = await createPasswords({ concurrency: 1, queue: 1, legacy: [bcryptHashes] })
    const stored = await bcrypt('horse', { cost: 4 })
    expect(await withBcrypt.check(stored, 'horse')).toEqual({ matches: true, isOutdated: true })
    expect(await withBcrypt.check(stored, 'cart')).toEqual({ matches: false, isOutdated: false })
    expect(withBcrypt.accepts(stored.replace('$04$', '$31$'))).toBe(false)
  })

  it('of a kept old form match through their own library, and are called outdated', async () => {
    const legacy = {
      recognises: (stored: string) => stored.startsWith('$2'),
      verify: async (_: string, password: string) => password === 'old',
    }
    const withLegacy = await createPasswords({ concurrency: 1, queue: 1, legacy: [legacy] })
    expect(await withLegacy.check('$2a$10$x', 'old')).toEqual({ matches: true, isOutdated: true })
    expect(await withLegacy.check('$2a$10$x', 'new')).toEqual({ matches: false, isOutdated: false })
  })
})

describe('the queue', () => {
  it('A-16 refuses with 503 past its length, and serves again afterwards', async () => {
    const small = await createPasswords({ concurrency: 1, queue: 2 })
    const tries = Array.from({ length: 5 }, () => small.hash('horse'))
    const settled = await Promise.allSettled(tries)
    expect(settled.map(({ status }) => status)).toEqual(['fulfilled', 'fulfilled', 'fulfilled', 'rejected', 'rejected'])
    expect(settled[4]).toMatchObject({ reason: { status: 503, retryAfter: 2 } })
    await expect(small.hash('horse')).resolves.toBeTypeOf('string')
  })

  it('A-16 leaves the event loop free', async () => {
    let turns = 0
    const timer = setInterval(() => (turns += 1), 1)
    await Promise.all(Array.from({ length: 8 }, () => passwords.hash('horse')))
    clearInterval(timer)
    expect(turns).toBeGreaterThan(8)
  })
})
