/** What is told of accounts. */
import { createObserve } from '../observe.ts'

interface AccountFailed {
  readonly kind: 'account.failed'
  readonly what: 'export' | 'erasure'
  readonly why: string
}

export const observeAccount = createObserve<AccountFailed>(() => 'warn')
