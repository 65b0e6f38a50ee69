/** How the interface looks and behaves while the page is open. */
import { createStore } from 'zustand/vanilla'

import { isStill, readDisplay, type DisplaySettings } from './stored-display.ts'

export type { DisplaySettings } from './stored-display.ts'

export const displayStore = createStore<DisplaySettings>()(readDisplay)

export function getDisplaySettings(): DisplaySettings {
  return displayStore.getState()
}

/** Whether things appear where they will be, without moving there. */
export function isMotionReduced(): boolean {
  return isStill(getDisplaySettings())
}
