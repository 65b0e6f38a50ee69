/** How somebody pays: what they used the last time on this device, else the first operator of where they are. */
import { readPrivate, writePrivate } from '#data/device/private-storage.ts'
import { countryHere } from '#entities/payment/country-here.ts'
import type { Operator, Payment } from '#entities/payment/payment-queries.ts'

export interface PayingWay {
  kind: 'mobile_money' | 'card'
  country: string
  operator: string
  number: string
}

const entry = 'paying-way'

/** `again` is a payment that is tried once more: by the same means, unless another one is asked for. */
export function firstWay(
  operators: readonly Operator[],
  again: Payment | null,
  by: PayingWay['kind'] | undefined,
): PayingWay {
  const kept = readKept(operators)
  const tried = operators.find(({ code }) => code === again?.method)
  const kind = by ?? (again?.method === 'card' ? 'card' : 'mobile_money')
  if (kept && (!tried || tried.code === kept.operator)) return { ...kept, kind }
  const country = tried?.country ?? countryHere()
  const first = tried ?? operators.find((one) => one.country === country && one.isUp)
  return { kind, country, operator: first?.code ?? '', number: '' }
}

/** A number that was used is there the next time: it stays on the device, and leaves it with whoever signs out. */
export function keepWay({ kind, operator, number }: PayingWay): void {
  if (kind === 'mobile_money') writePrivate(entry, JSON.stringify({ operator, number }))
}

/** The number of a request that was made on this device. */
export function keptNumber(operator: string, last4: string | null): string | null {
  const kept = parse(readPrivate(entry))
  const isSame = kept?.operator === operator && last4 !== null && kept.number.replaceAll(/\D/gu, '').endsWith(last4)
  return isSame ? kept.number : null
}

function readKept(operators: readonly Operator[]): Omit<PayingWay, 'kind'> | null {
  const kept = parse(readPrivate(entry))
  const operator = operators.find(({ code, isUp }) => isUp && code === kept?.operator)
  return operator && kept ? { country: operator.country, operator: operator.code, number: kept.number } : null
}

function parse(text: string): { operator: string; number: string } | null {
  try {
    const { operator, number } = JSON.parse(text) as Record<string, unknown>
    return typeof operator === 'string' && typeof number === 'string' ? { operator, number } : null
  } catch {
    return null
  }
}
