/** What is shown of updates: follow-updates.ts writes it, banners read it without bringing its code along. */
import { useStore } from 'zustand'
import { createStore } from 'zustand/vanilla'

import type { UpdateInfo } from './update-info.ts'
import type { Phase } from './update-machine.ts'

export interface ShownUpdate {
  readonly phase: Phase
  readonly info: UpdateInfo | null
  /** What the build that has just come brings, until it was seen. */
  readonly news: readonly string[]
  /** Another tab has updated: this one is loaded again without having been asked. */
  readonly isQuiet: boolean
}

export const shownUpdate = createStore<ShownUpdate>()(() => ({
  phase: 'current',
  info: null,
  news: [],
  isQuiet: false,
}))

/** Whether a banner speaks of it now. */
export function useUpdateShown(): boolean {
  return useStore(shownUpdate, ({ phase, news, isQuiet }) =>
    phase === 'current' ? news.length > 0 : phase !== 'postponed' && !isQuiet,
  )
}

export function useShownUpdate(): ShownUpdate {
  return useStore(shownUpdate)
}

export function dismissNews(): void {
  shownUpdate.setState({ news: [] })
}
