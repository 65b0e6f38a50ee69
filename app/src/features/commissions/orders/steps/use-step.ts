import type { Commission, CommissionStep } from '@product/contract'
import { useMutation } from '@tanstack/react-query'
import { useRef } from 'react'

import { callSignedIn } from '#data/call-signed-in.ts'
import { isOnline } from '#data/network.ts'
import type { Arguments } from '#data/question.ts'
import { DataError } from '#data/rest.ts'
import { keepOrder, refreshOrder } from '#entities/commission/order/order-queries.ts'

import type { StepWords } from './steps.i18n.ts'

export type StepDetails = NonNullable<Arguments<'commission_step'>['details']>

/** A step as it was first sent: while no answer has come, the same one is sent again under its key. */
interface Attempt {
  readonly said: string
  readonly key: string
  readonly version: number
}

interface Manner {
  onDone?: () => void
  /** What goes with the details, made when they are sent. */
  prepare?: (details: StepDetails) => Promise<StepDetails>
}

const tries = 2

/** A step of an order as it was seen. What is refused draws it anew, so that the next press is about what stands. */
export function useStep({ id, version }: Commission, step: CommissionStep, { onDone, prepare }: Manner = {}) {
  const attempt = useRef<Attempt>(null)
  return useMutation({
    mutationFn: async (details: StepDetails) => {
      const said = JSON.stringify(details)
      if (attempt.current?.said !== said) attempt.current = { said, key: crypto.randomUUID(), version }
      const { key, version: seen } = attempt.current
      const whole = prepare ? await prepare(details) : details
      return callSignedIn('commission_step', { commission: id, step, version: seen, details: whole, key })
    },
    retry: (failures, error) => failures < tries && isLost(error) && isOnline(),
    onSuccess: (order) => {
      keepOrder(order)
      onDone?.()
    },
    onError: (error) => {
      if (!isLost(error)) attempt.current = null
      return refreshOrder(id)
    },
  })
}

/** No answer came: nobody knows whether it was done. */
export const isLost = (error: unknown): boolean => error instanceof DataError && error.status === 0

/** A message that was chosen and cannot be opened here any more. */
class MessageClosed extends Error {
  override readonly name = 'MessageClosed'
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
  if (error instanceof MessageClosed) return m.messageClosed
  if (!(error instanceof DataError)) return m.failed
  if (error.status === 0) return m.network
  const known = refusals.find((one) => one === error.hint)
  return known ? m[known] : m.failed
}

/** In place of the messages that were chosen, each as its own device can show it: with its key and what proves it (E2EE §12). */
export async function discloseChosen(details: StepDetails): Promise<StepDetails> {
  const { messages: ids, ...others } = details as { messages?: readonly string[] }
  if (!ids || ids.length === 0) return others
  const { discloseMessage } = await import('#entities/message/disclose-message.ts')
  const messages = await Promise.all(ids.map((id) => discloseMessage(id)))
  if (messages.includes(null)) throw new MessageClosed()
  return { ...others, messages }
}
