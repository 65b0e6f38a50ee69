import { isSaving, type DisplaySettings } from './stored-display.ts'

const barColor = { light: '#faf7f1', dark: '#080c1b' }
export const darkWish = '(prefers-color-scheme: dark)'
export const stillWish = '(prefers-reduced-motion: reduce)'

/** Writes the settings on `<html>`: before the first paint (boot.ts), and after each change. */
export function applyDisplay(settings: DisplaySettings): void {
  const { dataset } = document.documentElement
  const theme = settings.theme === 'system' ? systemTheme() : settings.theme
  const shown = {
    theme,
    saver: isSaving(settings) && 'on',
    text: settings.textSize,
    motion: isStill(settings) && 'reduced',
    contrast: settings.contrast,
    counts: settings.hideCounts && 'hidden',
  }
  for (const [name, value] of Object.entries(shown)) {
    if (value) dataset[name] = value
    else delete dataset[name]
  }
  document.querySelector('meta[name="theme-color"]')?.setAttribute('content', barColor[theme])
}

function systemTheme(): 'light' | 'dark' {
  return matchMedia(darkWish).matches ? 'dark' : 'light'
}

/** Whether things appear where they will be, without moving there. */
export function isStill({ motion }: DisplaySettings): boolean {
  return motion === 'reduced' || (motion === 'system' && matchMedia(stillWish).matches)
}
