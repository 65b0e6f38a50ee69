import { isSaving, type DisplaySettings } from './stored-display.ts'

const barColor = { light: '#faf7f1', dark: '#080c1b' }
export const darkWish = '(prefers-color-scheme: dark)'
export const stillWish = '(prefers-reduced-motion: reduce)'

/** Writes the settings on `<html>`: before the first paint (boot.ts), and after each change. */
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
