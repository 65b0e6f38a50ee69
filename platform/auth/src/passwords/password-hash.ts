/** argon2id hashes made and checked on libuv's threads, with a short queue in front of them. */
import { randomBytes } from 'node:crypto'

import { hash, parseOptions, verify } from '@node-rs/argon2'

import type { AuthConfig } from '../config.ts'
import { authErrors } from '../errors.ts'

/** OWASP's first choice: 19 MiB, two passes, one lane. */
const COST = { algorithm: 2, memoryCost: 19_456, timeCost: 2, parallelism: 1 } as const
/** An imported hash may ask for more work than ours, but not for the whole machine. */
const MAX_MEMORY_KIB = 65_536
const MAX_PASSES = 10

/** A form of hash that is accepted at sign-in, and replaced by ours once the password is known. */
export interface LegacyHash {
  recognises(stored: string): boolean
  verify(stored: string, password: string): Promise<boolean>
}

interface PasswordCheck {
  readonly matches: boolean
  /** True when the password is right and its hash should be made anew with today's cost. */
  readonly isOutdated: boolean
}

export interface Passwords {
  hash(password: string): Promise<string>
  /** Whether a hash that somebody brings along could ever match. */
  accepts(stored: string): boolean
  /** Costs the same whether or not there is a hash to compare with: `null` is compared with a dummy. */
  check(stored: string | null, password: string): Promise<PasswordCheck>
}

export interface PasswordsOptions extends Readonly<AuthConfig['hashing']> {
  readonly legacy?: readonly LegacyHash[]
}

const NO_MATCH: PasswordCheck = { matches: false, isOutdated: false }

/** @throws {AuthError} (from each call) 503 when the queue is full */
export async function createPasswords(options: PasswordsOptions): Promise<Passwords> {
  const inTurn = createQueue(options)
  const dummy = await hash(randomBytes(16), COST)

  async function check(stored: string | null, password: string): Promise<PasswordCheck> {
    if (stored !== null && isArgon2(stored)) {
      const matches = await verify(stored, password)
      return { matches, isOutdated: matches && !hasTodaysCost(stored) }
    }
    const legacy = stored === null ? undefined : options.legacy?.find((form) => form.recognises(stored))
    if (stored === null || legacy === undefined) {
      await verify(dummy, password)
      return NO_MATCH
    }
    const matches = await legacy.verify(stored, password)
    return { matches, isOutdated: matches }
  }

  return {
    accepts: (stored) => isArgon2(stored) || (options.legacy?.some((form) => form.recognises(stored)) ?? false),
    hash: (password) => inTurn(() => hash(password, COST)),
    check: (stored, password) => inTurn(() => check(stored, password)),
  }
}

/** NOTE: a hash beyond the bounds counts as no hash at all, so nobody can make a sign-in allocate at will. */
function isArgon2(stored: string): boolean {
  if (!stored.startsWith('$argon2')) return false
  try {
    const { memoryCost, timeCost } = parseOptions(stored)
    return memoryCost <= MAX_MEMORY_KIB && timeCost <= MAX_PASSES
  } catch {
    return false
  }
}

function hasTodaysCost(stored: string): boolean {
  const { memoryCost, timeCost } = parseOptions(stored)
  return stored.startsWith('$argon2id$') && memoryCost === COST.memoryCost && timeCost === COST.timeCost
}

type InTurn = <T>(work: () => Promise<T>) => Promise<T>

function createQueue({ concurrency, queue }: AuthConfig['hashing']): InTurn {
  const waiting: (() => void)[] = []
  let running = 0

  return async function inTurn(work) {
    if (running >= concurrency) {
      if (waiting.length >= queue) throw authErrors.tooBusy()
      await new Promise<void>((resolve) => waiting.push(resolve))
    } else {
      running += 1
    }
    try {
      return await work()
    } finally {
      const next = waiting.shift()
      if (next === undefined) running -= 1
      else next()
    }
  }
}
