import { locale } from './format.ts'
import { getLanguage } from './language.ts'
import { frenchSpaces } from './messages.ts'

/** « 84 Ko », « 2,1 Mo »: as networks count, by thousands. */
export function formatBytes(bytes: number): string {
  const [unit, size, digits] = bytes < 1e6 ? (['k', 1e3, 0] as const) : (['M', 1e6, 1] as const)
  const value = new Intl.NumberFormat(locale(), { maximumFractionDigits: digits }).format(Math.max(bytes, 1) / size)
  return frenchSpaces(`${value}\u00A0${getLanguage() === 'fr' ? `${unit === 'k' ? 'K' : unit}o` : `${unit}B`}`)
}
