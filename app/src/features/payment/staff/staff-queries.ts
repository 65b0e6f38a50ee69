/** What the staff looks at of money; the server answers nobody else. */
import { queryOptions } from '@tanstack/react-query'

import { callSignedIn } from '#data/call-signed-in.ts'

export const staffRoot = ['staff-payments'] as const

export const staffQueries = {
  findings: () =>
    queryOptions({ queryKey: [...staffRoot, 'findings'], queryFn: () => callSignedIn('staff_findings', {}) }),
  settled: () =>
    queryOptions({
      queryKey: [...staffRoot, 'settled'],
      queryFn: () => callSignedIn('staff_findings', { p_open: false }),
    }),
  review: () => queryOptions({ queryKey: [...staffRoot, 'review'], queryFn: () => callSignedIn('staff_payments', {}) }),
  disputes: () =>
    queryOptions({ queryKey: [...staffRoot, 'disputes'], queryFn: () => callSignedIn('staff_disputes', {}) }),
  held: () => queryOptions({ queryKey: [...staffRoot, 'held'], queryFn: () => callSignedIn('staff_payouts', {}) }),
  decided: () =>
    queryOptions({
      queryKey: [...staffRoot, 'decided'],
      queryFn: () => callSignedIn('staff_payouts', { p_held: false }),
    }),
}
