/** A paying number as it was typed, beside the operator whose it is; kept as its last digits and a hash alone. */
import { Buffer } from 'node:buffer'
import { createCipheriv, createDecipheriv, createHmac, randomBytes } from 'node:crypto'

import type { SupabaseClient } from '@supabase/supabase-js'

import { FunctionError } from '../respond.ts'
import { ownSecret } from './sandbox/sandbox-keys.ts'

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

/** @throws {FunctionError} `operator_unknown`, `number_invalid` */
export async function numberOf(
  service: SupabaseClient,
  typed: { readonly operator: string; readonly number: string },
): Promise<{ readonly operator: string; readonly country: string; readonly msisdn: string }> {
  const { data: operator, error } = await service
    .from('payment_methods')
    .select('code,country,dial,digits')
    .eq('code', typed.operator)
    .maybeSingle<{ code: string; country: string; dial: string; digits: number }>()
  if (error) throw new FunctionError(503, 'storage_failed', error.message, { retryAfter: 2 })
  if (operator === null)
    throw new FunctionError(404, 'operator_unknown', 'There is no such operator', { field: 'method' })
  const msisdn = normaliseNumber(typed.number, operator)
  if (msisdn === null) {
    throw new FunctionError(400, 'number_invalid', `A number of ${operator.country} has ${operator.digits} digits`, {
      field: 'number',
    })
  }
  return { operator: operator.code, country: operator.country, msisdn }
}

/** The same for every payment by one number: to find the same payer, never to call one. */
export const numberHash = (msisdn: string): string =>
  createHmac('sha256', ownSecret('paying numbers')).update(msisdn).digest('hex')

const sealingKey = () => Buffer.from(ownSecret('withdrawal numbers'), 'hex')

/** A number that money is sent to, for the database: AES-256-GCM under a key of the server, of one length for all. */
export function sealNumber(msisdn: string): string {
  const iv = randomBytes(12)
  const cipher = createCipheriv('aes-256-gcm', sealingKey(), iv)
  const sealed = Buffer.concat([cipher.update(msisdn.padEnd(16)), cipher.final()])
  return Buffer.concat([iv, cipher.getAuthTag(), sealed]).toString('base64')
}

/** Null where it was sealed by another key, or is not what was sealed. */
export function openNumber(text: string): string | null {
  const bytes = Buffer.from(text, 'base64')
  try {
    const cipher = createDecipheriv('aes-256-gcm', sealingKey(), bytes.subarray(0, 12))
    cipher.setAuthTag(bytes.subarray(12, 28))
    return Buffer.concat([cipher.update(bytes.subarray(28)), cipher.final()])
      .toString()
      .trimEnd()
  } catch {
    return null
  }
}
