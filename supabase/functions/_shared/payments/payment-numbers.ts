/** Mobile Money numbers: from what people type to digits with the dialling code. */

export interface Operator {
  readonly code: string
  readonly country: string
  readonly dial: string
  readonly digits: number
}

/**
 * `01 97 12 34 56`, `+229 0197123456` or, in Benin, the eight digits of before 30 November 2024.
 *
 * @returns null where it is no number of that country
 */
export function normaliseNumber(typed: string, { country, dial, digits }: Operator): string | null {
  const plain = typed.replace(/[\s().\u00a0\u202f-]/g, '').replace(/^00/, '+')
  if (!/^\+?\d{6,15}$/.test(plain)) return null
  const own = plain.startsWith(`+${dial}`) ? plain.slice(dial.length + 1) : plain
  if (own.startsWith('+')) return null
  if (country === 'BJ' && own.length === 8) return `${dial}01${own}`
  const national = own.length === digits + dial.length && own.startsWith(dial) ? own.slice(dial.length) : own
  return national.length === digits ? `${dial}${national}` : null
}
