/** The creations of this person that this page knows of, newest first. Outside React: closing a dialog stops nothing. */
import { create } from 'zustand'

import { getSession, watchSession } from '#data/session.ts'

import { isRunning, type Creation } from './creation.ts'

/** Older settled ones live on in « Mes images » alone. */
const kept = 24

interface CreationState {
  creations: readonly Creation[]
  /** The one that the create dialog shows; `null` for an empty stage. */
  shownKey: string | null
}

export const useCreationStore = create<CreationState>()(() => ({ creations: [], shownKey: null }))

export function getCreations(): readonly Creation[] {
  return useCreationStore.getState().creations
}

export function addCreation(creation: Creation): void {
  useCreationStore.setState(({ creations }) => ({
    creations: [creation, ...creations.filter(({ key }) => key !== creation.key)]
      .toSorted((a, b) => b.orderedAt - a.orderedAt)
      .slice(0, kept),
  }))
}

export function changeCreation(key: string, change: (creation: Creation) => Creation): void {
  useCreationStore.setState(({ creations }) => ({
    creations: creations.map((creation) => (creation.key === key ? change(creation) : creation)),
  }))
}

export function removeCreation(key: string): void {
  useCreationStore.setState(({ creations, shownKey }) => ({
    creations: creations.filter((creation) => creation.key !== key),
    shownKey: shownKey === key ? null : shownKey,
  }))
}

export function showCreation(key: string | null): void {
  useCreationStore.setState({ shownKey: key })
}

export function findCreation(key: string): Creation | undefined {
  return getCreations().find((creation) => creation.key === key)
}

export function useShownCreation(): Creation | null {
  return useCreationStore(({ creations, shownKey }) => creations.find(({ key }) => key === shownKey) ?? null)
}

/** The newest one that is on its way; the same object until it changes. */
export function useRunningCreation(): Creation | null {
  return useCreationStore(({ creations }) => creations.find(isRunning) ?? null)
}

// Another person on this device does not see what this one makes.
let ownerId = personId()
watchSession(() => {
  const nextId = personId()
  if (nextId === null || nextId === ownerId) return
  ownerId = nextId
  useCreationStore.setState({ creations: [], shownKey: null })
})

function personId(): string | null {
  const session = getSession()
  return session.status === 'signed-in' ? session.user.id : null
}
