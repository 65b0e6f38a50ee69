/** A Mobile Money number as one types it. */
import type { Operator } from '#entities/payment/payment-queries.ts'

export type NumberCheck =
  | { is: 'fine' }
  /** Of eight digits, as in Benin before 30 November 2024: this one is meant. */
  | { is: 'old'; number: string }
  | { is: 'short' }
  /** The right length, and another operator's beginning: it may have been ported. */
  | { is: 'elsewhere' }

export function checkNumber(typed: string, { country, dial, digits, prefixes }: Operator): NumberCheck {
  const plain = typed.replaceAll(/[\s().\u00a0\u202f-]/gu, '').replace(/^00/u, '+')
  const own = plain.startsWith(`+${dial}`) ? plain.slice(dial.length + 1) : plain
  if (!/^\d+$/u.test(own)) return { is: 'short' }
  if (country === 'BJ' && own.length === 8) return { is: 'old', number: inPairs(`01${own}`) }
  if (own.length !== digits) return { is: 'short' }
  return prefixes.length === 0 || prefixes.some((prefix) => own.startsWith(prefix))
    ? { is: 'fine' }
    : { is: 'elsewhere' }
}

/** Whose number it looks like, once it is whole. */
export function operatorOf(typed: string, operators: readonly Operator[]): Operator | undefined {
  return operators.find((operator) => operator.prefixes.length > 0 && checkNumber(typed, operator).is === 'fine')
}

/** `0197123456` as `01 97 12 34 56` */
export function inPairs(digits: string): string {
  return digits.replaceAll(/\D/gu, '').replaceAll(/(\d\d)(?=\d)/gu, '$1 ')
}
