/** How the interface looks and behaves, as this device has it. */

export interface DisplaySettings {
  theme: 'system' | 'light' | 'dark'
  /** `null` follows the browser's own Save-Data wish. */
  saver: boolean | null
  textSize: 'small' | 'normal' | 'large' | 'largest'
  /** Beside what the device asks for. */
  motion: 'system' | 'reduced' | 'full'
  /** Stronger than what the device asks for; what it asks for itself, the styles know. */
  contrast?: 'system' | 'more'
  /** Single letters do things (WCAG 2.1.4). */
  shortcuts: boolean
  /** How many like or follow is not shown. */
  hideCounts: boolean
  /** More was fetched today, or this month, than its person wants. */
  isOverBudget: boolean
}

export const displayKey = 'cortexia.display'
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
    return { ...defaults, ...JSON.parse(globalThis.localStorage?.getItem(displayKey) ?? '{}') }
  } catch {
    return defaults
  }
}

/** Whether pictures wait for a tap and system fonts are used. */
export function isSaving({ saver, isOverBudget }: DisplaySettings): boolean {
  return saver ?? (isOverBudget || asksToSave(navigator))
}

function asksToSave(browser: Navigator & { connection?: { saveData?: boolean; effectiveType?: string } }): boolean {
  return browser.connection?.saveData === true || /2g|3g/u.test(browser.connection?.effectiveType ?? '')
}
