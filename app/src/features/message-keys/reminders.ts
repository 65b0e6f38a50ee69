/** « Plus tard »: a problem that was put away comes back when it is another one, or after a day (SCREENS §3.10). */
import { readPrivate, writePrivate } from '#data/private-storage.ts'

const entry = 'keys-put-off'
const day = 86_400_000

export function putOff(problem: string, now = Date.now()): void {
  writePrivate(entry, JSON.stringify({ problem, until: now + day }))
}

export function isPutOff(problem: string, now = Date.now()): boolean {
  try {
    const held = JSON.parse(readPrivate(entry) || '{}') as { problem?: unknown; until?: unknown }
    return held.problem === problem && typeof held.until === 'number' && held.until > now
  } catch {
    return false
  }
}
