/** How the interface looks and behaves while the page is open. */
import { createStore } from 'zustand/vanilla'

import { readDisplay, type DisplaySettings } from './stored-display.ts'

export type { DisplaySettings } from './stored-display.ts'

export const displayStore = createStore<DisplaySettings>()(readDisplay)

export function getDisplaySettings(): DisplaySettings {
  return displayStore.getState()
}
