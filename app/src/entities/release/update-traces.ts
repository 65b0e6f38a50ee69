/** What outlives a reload: of this tab what it was loaded again for, of this device what was put off and when it was forced. */
import type { Postponed } from './update-machine.ts'

const updatedToKey = 'cortexia.updated-to'
const updatedFromKey = 'cortexia.updated-from'
const postponedKey = 'cortexia.update-postponed'
const forcedKey = 'cortexia.update-forced'

export function readUpdatedTo(): string | null {
  return sessionStorage.getItem(updatedToKey)
}

/** It speaks of the one page that comes after the reload. */
export function takeUpdatedFrom(): string | null {
  const from = sessionStorage.getItem(updatedFromKey)
  sessionStorage.removeItem(updatedFromKey)
  return from
}

export function noteReload(from: string, to: string): void {
  sessionStorage.setItem(updatedFromKey, from)
  sessionStorage.setItem(updatedToKey, to)
}

export function readPostponed(): Postponed | null {
  try {
    const kept = JSON.parse(localStorage.getItem(postponedKey) ?? 'null') as Partial<Postponed> | null
    return typeof kept?.build === 'string' && typeof kept.at === 'number' ? { build: kept.build, at: kept.at } : null
  } catch {
    return null
  }
}

export function notePostponed(postponed: Postponed): void {
  localStorage.setItem(postponedKey, JSON.stringify(postponed))
}

export function readForcedAt(): number | null {
  return Number(localStorage.getItem(forcedKey)) || null
}

export function noteForced(at: number): void {
  localStorage.setItem(forcedKey, String(at))
}
