import { locale } from './format.ts'
import { getLanguage } from './language.ts'
import { frenchSpaces } from './messages.ts'

const units = [
  ['k', 1e3],
  ['M', 1e6],
  ['G', 1e9],
] as const

/** « 84 Ko », « 2,1 Mo », « 1 Go »: as networks count, by thousands. */
export function formatBytes(bytes: number): string {
  const [unit, size] = units.findLast(([, least]) => bytes >= least) ?? units[0]
  const digits = unit === 'k' ? 0 : 1
  const value = new Intl.NumberFormat(locale(), { maximumFractionDigits: digits }).format(Math.max(bytes, 1) / size)
  return frenchSpaces(`${value}\u00A0${getLanguage() === 'fr' ? `${unit === 'k' ? 'K' : unit}o` : `${unit}B`}`)
}
