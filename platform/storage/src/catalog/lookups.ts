/** The hot path's one read: which version a public object is at, remembered for a moment. */
import type { Database } from '@platform/database'

import { serviceSession } from '../access/session.ts'
import { readPublicView, type ObjectAddress, type ObjectRecord, type PublicView } from './objects.ts'

export interface Lookups {
  /** With the service's rights: the caller must look at `isPublic`. Null where there is no such bucket. */
  find(at: ObjectAddress): Promise<PublicView | null>
  /** As `find`, past the memory. */
  refresh(at: ObjectAddress): Promise<PublicView | null>
  /** Whether `find` would answer this very object of a public bucket without asking anybody. */
  holds(object: ObjectRecord): boolean
  /** After a write to this object; without a name, to any of the bucket. */
  forget(bucketId: string, name?: string): void
  forgetAll(): void
}

interface Remembered {
  readonly view: Promise<PublicView | null>
  /** Once it has come. */
  object: ObjectRecord | null
  readonly until: number
}

const remembered = 20_000
const session = serviceSession('storage.object.get_public')

export function createLookups(database: Database, memoryMs: number): Lookups {
  const memory = new Map<string, Remembered>()
  const keyOf = (at: ObjectAddress) => `${at.bucketId}/${at.name}`

  // Only what people are shown again and again is worth remembering, and never a failure.
  const settle = async (key: string, entry: Remembered) => {
    const found = await entry.view.catch(() => null)
    if (found?.isPublic && found.object) entry.object = found.object
    else if (memory.get(key) === entry) memory.delete(key)
  }

  const refresh = (at: ObjectAddress) => {
    const key = keyOf(at)
    const view = readPublicView(database, session, at)
    if (memoryMs <= 0) return view
    if (memory.size >= remembered) memory.clear()
    const entry: Remembered = { view, object: null, until: performance.now() + memoryMs }
    memory.set(key, entry)
    void settle(key, entry)
    return view
  }

  return {
    refresh,
    find: (at) => {
      const entry = memory.get(keyOf(at))
      return entry !== undefined && entry.until > performance.now() ? entry.view : refresh(at)
    },
    holds: (object) => {
      const entry = memory.get(keyOf(object))
      return entry !== undefined && entry.object === object && entry.until > performance.now()
    },
    forgetAll: () => memory.clear(),
    forget: (bucketId, name) => {
      if (name !== undefined) memory.delete(keyOf({ bucketId, name }))
      else for (const key of memory.keys()) if (key.startsWith(`${bucketId}/`)) memory.delete(key)
    },
  }
}
