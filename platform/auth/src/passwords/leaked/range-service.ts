/** A service that knows leaked passwords by range: it learns five digits of a password's SHA-1, which a thousand others share. */
import { createHash } from 'node:crypto'

import type { Observe } from '@platform/http'

import type { AuthEvent } from '../../events.ts'

/** Whether a new password is known; false where nobody can tell. */
export type LeakCheck = (password: string) => Promise<boolean>

export interface RangeServiceOptions {
  /** What stands before the five digits, e.g. `https://api.pwnedpasswords.com/range/`. */
  readonly url: string
  readonly observe: Observe<AuthEvent>
  readonly timeoutMs?: number
}

const TIMEOUT_MS = 1000
const PREFIX_LENGTH = 5
/** A padded range has about a thousand lines of 40 characters. */
const MAX_ANSWER_BYTES = 1024 * 1024
const LINE = /^([0-9A-F]{35}):(\d+)\s*$/i

/** NOTE: a service that is down must not keep people from choosing a password; the operator is told. */
export function createRangeService({ url, observe, timeoutMs = TIMEOUT_MS }: RangeServiceOptions): LeakCheck {
  return async (password) => {
    const digest = createHash('sha1').update(password).digest('hex').toUpperCase()
    const wanted = digest.slice(PREFIX_LENGTH)
    try {
      const lines = await askRange(`${url}${digest.slice(0, PREFIX_LENGTH)}`, timeoutMs)
      return lines.some((line) => {
        const [, suffix, count] = LINE.exec(line) ?? []
        // NOTE: padding is lines that count nothing.
        return suffix?.toUpperCase() === wanted && Number(count) > 0
      })
    } catch (error) {
      observe({ kind: 'auth.leaked-passwords-unknown', error })
      return false
    }
  }
}

async function askRange(url: string, timeoutMs: number): Promise<string[]> {
  const headers = { accept: 'text/plain', 'add-padding': 'true', 'user-agent': 'leaked-password-check' }
  const response = await fetch(url, { headers, redirect: 'error', signal: AbortSignal.timeout(timeoutMs) })
  if (!response.ok) throw new Error(`The range service answered ${response.status}`)
  const text = await response.text()
  if (text.length > MAX_ANSWER_BYTES) throw new Error('The range service answered too much')
  const lines = text.split('\n').filter((line) => line.trim() !== '')
  if (!lines.every((line) => LINE.test(line))) throw new Error('The range service answered something else')
  return lines
}
