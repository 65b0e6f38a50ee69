/**
 * One person's messages in this tab. Whatever the rooms beside it have in memory is a part of it, made at the first
 * question: the scope ends with the session, and nothing that was read, opened or asked for can be reached any more.
 */
import { useSyncExternalStore } from 'react'
import type { StoreApi } from 'zustand/vanilla'

import { getSession, useUserId, watchSession } from '#data/session.ts'

type PartClass<Part> = new (scope: Scope) => Part

export class Scope {
  readonly userId: string
  readonly #parts = new Map<PartClass<unknown>, unknown>()
  readonly #end = new AbortController()

  constructor(userId: string) {
    this.userId = userId
  }

  /** Aborted at the end: parts let go of their workers, channels and timers then. */
  get over(): AbortSignal {
    return this.#end.signal
  }

  part<Part>(Part: PartClass<Part>): Part {
    const known = this.made(Part)
    if (known) return known
    const part = new Part(this)
    this.#parts.set(Part, part)
    return part
  }

  /** Only if somebody has asked for it. */
  made<Part>(Part: PartClass<Part>): Part | undefined {
    return this.#parts.get(Part) as Part | undefined
  }

  close(): void {
    this.#end.abort()
  }
}

let current: Scope | undefined

export function scopeOf(userId: string): Scope {
  if (current?.userId !== userId) {
    current?.close()
    current = new Scope(userId)
  }
  return current
}

/** @throws {Error} 'Utilisateur non connecté' (spec §8) */
export function ownScope(): Scope {
  const session = getSession()
  if (session.status !== 'signed-in') throw new Error('Utilisateur non connecté')
  return scopeOf(session.user.id)
}

/** The person's scope as it stands, if it does. */
export function openScope(userId: string | null): Scope | undefined {
  return current?.userId === userId ? current : undefined
}

/** With the session, in every tab. */
export function closeScope(): void {
  current?.close()
  current = undefined
}

/** What a part of the signed-in person's scope shows; `none` until there is one. */
export function usePart<State, Seen>(
  Part: PartClass<{ store: StoreApi<State> }>,
  see: (state: State) => Seen,
  none: Seen,
): Seen {
  const userId = useUserId()
  return useSyncExternalStore(
    (notify) => (userId === null ? () => undefined : scopeOf(userId).part(Part).store.subscribe(notify)),
    () => {
      const part = openScope(userId)?.made(Part)
      return part ? see(part.store.getState()) : none
    },
  )
}

watchSession(() => {
  const session = getSession()
  if (current && (session.status !== 'signed-in' || session.user.id !== current.userId)) closeScope()
})
