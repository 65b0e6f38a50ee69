/** Theme and data-saver: chosen per device, written on `<html>` before the first paint by boot.ts. */
type Theme = 'system' | 'light' | 'dark'

export interface DisplaySettings {
  theme: Theme
  /** `null` follows the browser's own Save-Data wish. */
  saver: boolean | null
}

const storageKey = 'cortexia.display'
const barColor = { light: '#faf7f1', dark: '#080c1b' }
const listeners = new Set<() => void>()
let settings = readStored()

export function getDisplaySettings(): DisplaySettings {
  return settings
}

export function changeDisplaySettings(change: Partial<DisplaySettings>): void {
  settings = { ...settings, ...change }
  localStorage.setItem(storageKey, JSON.stringify(settings))
  applyDisplaySettings()
  for (const notify of listeners) notify()
}

export function watchDisplaySettings(notify: () => void): () => void {
  listeners.add(notify)
  return () => listeners.delete(notify)
}

export function applyDisplaySettings(): void {
  const root = document.documentElement
  const theme = settings.theme === 'system' ? systemTheme() : settings.theme
  root.dataset['theme'] = theme
  if (isSaving(settings)) root.dataset['saver'] = 'on'
  else delete root.dataset['saver']
  document.querySelector('meta[name="theme-color"]')?.setAttribute('content', barColor[theme])
}

/** Follows the system while the setting says so. */
export function watchSystemTheme(): void {
  matchMedia('(prefers-color-scheme: dark)').addEventListener('change', applyDisplaySettings)
}

function systemTheme(): 'light' | 'dark' {
  return matchMedia('(prefers-color-scheme: dark)').matches ? 'dark' : 'light'
}

/** Whether pictures wait for a tap and system fonts are used. */
export function isSaving({ saver }: DisplaySettings): boolean {
  return saver ?? asksToSave(navigator)
}

function asksToSave(browser: Navigator & { connection?: { saveData?: boolean; effectiveType?: string } }): boolean {
  return browser.connection?.saveData === true || /2g|3g/u.test(browser.connection?.effectiveType ?? '')
}

function readStored(): DisplaySettings {
  const defaults: DisplaySettings = { theme: 'system', saver: null }
  try {
    return { ...defaults, ...JSON.parse(globalThis.localStorage?.getItem(storageKey) ?? '{}') }
  } catch {
    return defaults
  }
}
