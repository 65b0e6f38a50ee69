import { setTimeout as wait } from 'node:timers/promises'

import { DatabaseError, DatabaseUnavailableError } from '../errors.ts'

/** serialization_failure and deadlock_detected: the same again will succeed. */
const TRANSIENT = new Set(['40001', '40P01'])
const ATTEMPTS = 4
const FIRST_DELAY = 10

/** For what is one transaction: PostgreSQL gave it up in favour of another and nothing of it has happened. */
export async function repeatWhenGivenUp<T>(work: () => Promise<T>): Promise<T> {
  for (let attempt = 1; ; attempt += 1) {
    try {
      return await work()
    } catch (error) {
      const canRepeat = error instanceof DatabaseError && TRANSIENT.has(error.code) && attempt < ATTEMPTS
      if (!canRepeat) throw error
      await wait(Math.random() * FIRST_DELAY * 2 ** attempt)
    }
  }
}

/**
 * A connection may have died while it was idle, which only its next user finds out. What has had no effect yet gets a
 * second connection, which the pool opens for it.
 */
export async function repeatWhenLost<T>(work: () => Promise<T>, isWithoutEffect: () => boolean): Promise<T> {
  try {
    return await work()
  } catch (error) {
    const isLost = error instanceof DatabaseUnavailableError && error.reason === 'connection'
    if (!isLost || !isWithoutEffect()) throw error
    return work()
  }
}
