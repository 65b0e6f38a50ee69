/** How the interface looks and behaves while the page is open; each change is stored and shown at once. */
import { createStore } from 'zustand/vanilla'

import {
  applyDisplay,
  darkWish,
  isStill,
  readDisplay,
  stillWish,
  storeDisplay,
  type DisplaySettings,
} from './stored-display.ts'

export type { DisplaySettings } from './stored-display.ts'

export const displayStore = createStore<DisplaySettings>()(readDisplay)

export function getDisplaySettings(): DisplaySettings {
  return displayStore.getState()
}

export function changeDisplaySettings(change: Partial<DisplaySettings>): void {
  const settings = { ...getDisplaySettings(), ...change }
  storeDisplay(settings)
  displayStore.setState(settings)
  applyDisplay(settings)
}

/** Follows the system while the settings say so. */
export function watchSystemTheme(): void {
  const apply = () => applyDisplay(getDisplaySettings())
  for (const wish of [darkWish, stillWish]) matchMedia(wish).addEventListener('change', apply)
}

/** Whether things appear where they will be, without moving there. */
export function isMotionReduced(): boolean {
  return isStill(getDisplaySettings())
}
