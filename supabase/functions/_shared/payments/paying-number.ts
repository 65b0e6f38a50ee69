/** A paying number as it was typed, beside the operator whose it is; kept as its last digits and a hash alone. */
import { createHmac } from 'node:crypto'

import type { SupabaseClient } from '@supabase/supabase-js'

import { FunctionError } from '../respond.ts'
import { normaliseNumber } from './payment-numbers.ts'
import { ownSecret } from './sandbox/sandbox-keys.ts'

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
