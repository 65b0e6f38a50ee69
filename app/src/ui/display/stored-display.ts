/** How the interface looks and behaves on this device; boot.ts writes it on `<html>` before the first paint. */

export interface DisplaySettings {
  theme: 'system' | 'light' | 'dark'
  /** `null` follows the browser's own Save-Data wish. */
  saver: boolean | null
  textSize: 'small' | 'normal' | 'large' | 'largest'
  /** Beside what the device asks for. */
  motion: 'system' | 'reduced' | 'full'
  /** Single letters do things (WCAG 2.1.4). */
  shortcuts: boolean
  /** How many like or follow is not shown. */
  hideCounts: boolean
  /** More was fetched this month than its person wants. */
  isOverBudget: boolean
}

const storageKey = 'cortexia.display'
const barColor = { light: '#faf7f1', dark: '#080c1b' }
export const darkWish = '(prefers-color-scheme: dark)'
export const stillWish = '(prefers-reduced-motion: reduce)'
const defaults: DisplaySettings = {
  theme: 'system',
  saver: null,
  textSize: 'normal',
  motion: 'system',
  shortcuts: true,
  hideCounts: false,
  isOverBudget: false,
}

export function readDisplay(): DisplaySettings {
  try {
    return { ...defaults, ...JSON.parse(globalThis.localStorage?.getItem(storageKey) ?? '{}') }
  } catch {
    return defaults
  }
}

export function storeDisplay(settings: DisplaySettings): void {
  localStorage.setItem(storageKey, JSON.stringify(settings))
}

export function applyDisplay(settings: DisplaySettings): void {
  const root = document.documentElement
  const theme = settings.theme === 'system' ? systemTheme() : settings.theme
  root.dataset['theme'] = theme
  put('saver', isSaving(settings) && 'on')
  put('text', settings.textSize !== 'normal' && settings.textSize)
  put('motion', isStill(settings) ? 'reduced' : false)
  put('counts', settings.hideCounts && 'hidden')
  document.querySelector('meta[name="theme-color"]')?.setAttribute('content', barColor[theme])
}

function put(name: string, value: string | false): void {
  const { dataset } = document.documentElement
  if (value) dataset[name] = value
  else delete dataset[name]
}

function systemTheme(): 'light' | 'dark' {
  return matchMedia(darkWish).matches ? 'dark' : 'light'
}

/** Whether things appear where they will be, without moving there. */
export function isStill({ motion }: DisplaySettings): boolean {
  return motion === 'reduced' || (motion === 'system' && matchMedia(stillWish).matches)
}

/** Whether pictures wait for a tap and system fonts are used. */
export function isSaving({ saver, isOverBudget }: DisplaySettings): boolean {
  return saver ?? (isOverBudget || asksToSave(navigator))
}

function asksToSave(browser: Navigator & { connection?: { saveData?: boolean; effectiveType?: string } }): boolean {
  return browser.connection?.saveData === true || /2g|3g/u.test(browser.connection?.effectiveType ?? '')
}
