/** The challenge that somebody is making an image for: its hashtag goes along when they publish, unless they take it off. */
import { create } from 'zustand'

import { readPrivate, writePrivate } from '#data/device/private-storage.ts'

import type { Challenge } from './challenge-queries.ts'

interface Chosen {
  title: string
  hashtag: string
  endsAt: string
}

const key = 'challenge'

const useChosen = create<{ changes: number }>()(() => ({ changes: 0 }))

export function chooseChallenge({ title, hashtag, ends_at: endsAt }: Challenge): void {
  keep({ title, hashtag, endsAt })
}

export function leaveChallenge(): void {
  keep(null)
}

/** Null where none is chosen, or its time is over. */
export function chosenChallenge(): Chosen | null {
  const kept = readPrivate(key)
  const chosen = kept === '' ? null : (JSON.parse(kept) as Chosen)
  return chosen !== null && Date.parse(chosen.endsAt) > Date.now() ? chosen : null
}

export function useChosenChallenge(): Chosen | null {
  useChosen()
  return chosenChallenge()
}

function keep(chosen: Chosen | null): void {
  writePrivate(key, chosen === null ? '' : JSON.stringify(chosen))
  useChosen.setState(({ changes }) => ({ changes: changes + 1 }))
}
