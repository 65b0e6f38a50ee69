import type { Commission, CommissionStep } from '@product/contract'
import { useMutation } from '@tanstack/react-query'

import { callSignedIn } from '#data/call-signed-in.ts'
import type { Arguments } from '#data/question.ts'
import { DataError } from '#data/rest.ts'
import { keepOrder, refreshOrder } from '#entities/commission/order/order-queries.ts'

import type { StepWords } from './steps.i18n.ts'

export type StepDetails = NonNullable<Arguments<'commission_step'>['details']>

/** A step of an order as it was seen. What is refused draws it anew, so that the next press is about what stands. */
export function useStep({ id, version }: Commission, step: CommissionStep, onDone?: () => void) {
  return useMutation({
    mutationFn: (details: StepDetails) => callSignedIn('commission_step', { commission: id, step, version, details }),
    onSuccess: (order) => {
      keepOrder(order)
      onDone?.()
    },
    onError: () => refreshOrder(id),
  })
}

const refusals = [
  'commission_state',
  'commission_not_yours',
  'commission_unknown',
  'starts_later',
  'not_late',
  'no_revisions',
  'no_sketch',
  'files_not_ready',
  'step_invalid',
  'review_written',
  'review_not_yet',
  'review_invalid',
  'review_answered',
] as const

/** Why a step was refused, and what to do. */
export function refusedStep(m: StepWords, error: unknown): string {
  if (!(error instanceof DataError)) return m.failed
  if (error.status === 0) return m.network
  const known = refusals.find((one) => one === error.hint)
  return known ? m[known] : m.failed
}
