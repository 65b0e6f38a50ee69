import type { currentMessages } from '#i18n/messages.ts'
import { paths } from '#navigation/paths.ts'
import { navigate } from '#navigation/place.ts'

import type { planMessages } from './plan.i18n.ts'

export type PlanWords = ReturnType<typeof currentMessages<(typeof planMessages)['fr']>>

export function namePlan(m: PlanWords, sku: string | null): string {
  return sku === 'plan_createur' || sku === 'plan_studio' ? m[sku] : m.plan
}

/** A month that was started is looked on at; by a card one is on its way to the bank's page. */
export function followPayment({ payment_id: id, next }: { payment_id: string; next: { kind: string } }): void {
  if (next.kind !== 'url') navigate({ to: paths.paymentSuccess, search: { p: id } })
}
