/** Changes of how the interface looks: stored and shown at once. Nobody needs it for the first page. */
import { applyDisplay, darkWish, stillWish } from './apply-display.ts'
import { displayStore, getDisplaySettings } from './display-settings.ts'
import { displayKey, type DisplaySettings } from './stored-display.ts'

export function changeDisplaySettings(change: Partial<DisplaySettings>): void {
  const settings = { ...getDisplaySettings(), ...change }
  localStorage.setItem(displayKey, JSON.stringify(settings))
  displayStore.setState(settings)
  applyDisplay(settings)
}

/** Follows the system while the settings say so, from what it says by now: it may have changed since the first paint. */
export function watchSystemTheme(): void {
  const apply = () => applyDisplay(getDisplaySettings())
  for (const wish of [darkWish, stillWish]) matchMedia(wish).addEventListener('change', apply)
  apply()
}
