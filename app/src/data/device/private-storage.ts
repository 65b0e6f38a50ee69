/** What a person leaves on this device, under their id: nobody else reads it, and signing out takes all of it away. */
import { getSession } from '../session.ts'
import { note } from './note.ts'

const prefix = 'cortexia.private.'

function entryOf(key: string): string | null {
  const session = getSession()
  return session.status === 'signed-in' ? `${prefix}${session.user.id}.${key}` : null
}

export function readPrivate(key: string): string {
  const entry = entryOf(key)
  return (entry && globalThis.localStorage?.getItem(entry)) ?? ''
}

/** An empty value removes the entry. */
export function writePrivate(key: string, value: string): void {
  const entry = entryOf(key)
  if (!entry) return
  if (value) note(globalThis.localStorage, entry, value)
  else globalThis.localStorage?.removeItem(entry)
}

/** Of anybody: for what this device shows of another account that is signed in here. */
export function readPrivateOf(userId: string, key: string): string {
  return globalThis.localStorage?.getItem(`${prefix}${userId}.${key}`) ?? ''
}

export function writePrivateOf(userId: string, key: string, value: string): void {
  note(globalThis.localStorage, `${prefix}${userId}.${key}`, value)
}

/** Of anybody: for what a device forgets of somebody who is not signed in. */
export function dropPrivateOf(userId: string, key: string): void {
  globalThis.localStorage?.removeItem(`${prefix}${userId}.${key}`)
}

/**
 * For a sign-out that the person asked for: everybody's, but those of whoever is named. A session that merely expired
 * keeps the drafts (spec §8).
 */
export function clearPrivate(except: readonly string[] = []): void {
  const staying = except.map((userId) => `${prefix}${userId}.`)
  const isGoing = (key: string) => key.startsWith(prefix) && !staying.some((start) => key.startsWith(start))
  for (const key of Object.keys(globalThis.localStorage ?? {})) if (isGoing(key)) localStorage.removeItem(key)
}
