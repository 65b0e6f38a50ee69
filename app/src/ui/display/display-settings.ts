/** How the interface looks and behaves on this device; written on `<html>` before the first paint by boot.ts. */
import { createStore } from 'zustand/vanilla'

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
const darkWish = '(prefers-color-scheme: dark)'
const stillWish = '(prefers-reduced-motion: reduce)'
const defaults: DisplaySettings = {
  theme: 'system',
  saver: null,
  textSize: 'normal',
  motion: 'system',
  shortcuts: true,
  hideCounts: false,
  isOverBudget: false,
}
export const displayStore = createStore<DisplaySettings>()(readStored)

export function getDisplaySettings(): DisplaySettings {
  return displayStore.getState()
}

export function changeDisplaySettings(change: Partial<DisplaySettings>): void {
  const settings = { ...getDisplaySettings(), ...change }
  localStorage.setItem(storageKey, JSON.stringify(settings))
  displayStore.setState(settings)
  applyDisplaySettings()
}

export function applyDisplaySettings(): void {
  const root = document.documentElement
  const settings = getDisplaySettings()
  const theme = settings.theme === 'system' ? systemTheme() : settings.theme
  root.dataset['theme'] = theme
  put('saver', isSaving(settings) && 'on')
  put('text', settings.textSize !== 'normal' && settings.textSize)
  put('motion', isMotionReduced() ? 'reduced' : false)
  put('counts', settings.hideCounts && 'hidden')
  document.querySelector('meta[name="theme-color"]')?.setAttribute('content', barColor[theme])
}

function put(name: string, value: string | false): void {
  const { dataset } = document.documentElement
  if (value) dataset[name] = value
  else delete dataset[name]
}

/** Follows the system while the settings say so. */
export function watchSystemTheme(): void {
  for (const wish of [darkWish, stillWish]) matchMedia(wish).addEventListener('change', applyDisplaySettings)
}

/** Whether things appear where they will be, without moving there. */
export function isMotionReduced(): boolean {
  const { motion } = getDisplaySettings()
  return motion === 'reduced' || (motion === 'system' && matchMedia(stillWish).matches)
}

function systemTheme(): 'light' | 'dark' {
  return matchMedia(darkWish).matches ? 'dark' : 'light'
}

/** Whether pictures wait for a tap and system fonts are used. */
export function isSaving({ saver, isOverBudget }: DisplaySettings): boolean {
  return saver ?? (isOverBudget || asksToSave(navigator))
}

function asksToSave(browser: Navigator & { connection?: { saveData?: boolean; effectiveType?: string } }): boolean {
  return browser.connection?.saveData === true || /2g|3g/u.test(browser.connection?.effectiveType ?? '')
}

function readStored(): DisplaySettings {
  try {
    return { ...defaults, ...JSON.parse(globalThis.localStorage?.getItem(storageKey) ?? '{}') }
  } catch {
    return defaults
  }
}
