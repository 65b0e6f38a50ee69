/** payment-start asked by the official client, as whoever one names. */
import { FunctionsHttpError } from '@supabase/supabase-js'

import type { Person, Refused } from '../functions/intelligence-callers.ts'

export { person, visitor, type Person } from '../functions/intelligence-callers.ts'

/** The answer, or status and body of the refusal. */
export async function asked<Answer>(
  { client }: Pick<Person, 'client'>,
  body: Readonly<Record<string, unknown>>,
  headers: Record<string, string> = {},
): Promise<Answer | Refused> {
  const { data, error } = await client.functions.invoke<Answer>('payment-start', { body, headers })
  if (error instanceof FunctionsHttpError) {
    const response = error.context as Response
    const refusal = (await response.json()) as Omit<Refused, 'status'>
    return { ...refusal, status: response.status, retryAfter: response.headers.get('retry-after') }
  }
  if (error) throw error
  return data as Answer
}
