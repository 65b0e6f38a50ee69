/** What Stripe's package throws, in our words. */
import { ProviderError } from '../provider.ts'

export interface StripeFailure {
  readonly type: string
  readonly statusCode?: number
  readonly code?: string
  readonly decline_code?: string
}

export function failureOf(error: unknown): StripeFailure | null {
  const isTheirs =
    typeof error === 'object' && error !== null && 'type' in error && String(error.type).startsWith('Stripe')
  return isTheirs ? (error as StripeFailure) : null
}

export function isRefusal(error: unknown): boolean {
  const status = failureOf(error)?.statusCode ?? 0
  return status >= 400 && status < 500 && status !== 408 && status !== 409 && status !== 429
}

/** Their errors hold requests and answers: only the code goes on. */
export async function told<Answer>(work: () => Promise<Answer>): Promise<Answer> {
  try {
    return await work()
  } catch (error) {
    const failure = failureOf(error)
    throw new ProviderError('stripe', failure === null ? 'network' : `http_${failure.statusCode ?? 0}`)
  }
}
