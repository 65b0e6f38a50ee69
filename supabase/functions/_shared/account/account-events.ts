/** What the operator is told of archives and erasures that failed. */
import { createObserve } from '../observe.ts'

interface AccountFailed {
  readonly kind: 'account.failed'
  readonly what: 'export' | 'erasure'
  readonly why: string
}

export const observeAccount = createObserve<AccountFailed>(() => 'warn')
