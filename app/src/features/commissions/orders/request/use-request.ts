import { useMutation } from '@tanstack/react-query'
import { useState } from 'react'

import { callSignedIn } from '#data/call-signed-in.ts'
import { DataError } from '#data/rest.ts'
import { keepOrder, refreshOrder } from '#entities/commission/order/order-queries.ts'
import { currentMessages } from '#i18n/messages.ts'
import { paths } from '#navigation/paths.ts'
import { navigate } from '#navigation/place.ts'
import { toast } from '#ui/toast/toast.ts'

import type { BroughtPhoto } from '../files/brought-photos.ts'
import { sendFile } from '../files/send-file.ts'
import { requestMessages } from './request.i18n.ts'

export interface Wish {
  brief: string
  budget: number | null
  wanted_on: string | null
  is_anonymous: boolean
  hide_work: boolean
  options: number[]
}

/** Sends a request under an id of this device's own, so that a second press after a lost answer is the same request. */
export function useRequest(service: string) {
  const [id] = useState(() => crypto.randomUUID())
  return useMutation({
    mutationFn: async ({ wish, photos }: { wish: Wish; photos: readonly BroughtPhoto[] }) => {
      const order = await callSignedIn('request_commission', { id, service, wish: { ...wish } })
      keepOrder(order)
      const sent = await Promise.allSettled(
        photos.map(({ file, shows }) => sendFile({ order: id, kind: 'reference', file, shows })),
      )
      return sent.every(({ status }) => status === 'fulfilled')
    },
    onSuccess: (isWhole) => {
      if (!isWhole) toast({ title: currentMessages(requestMessages).notAll, tone: 'danger' })
      void refreshOrder(id)
      navigate({ to: paths.commissions, search: { order: id } }, { replace: true })
    },
  })
}

const refusals = [
  'commissions_off',
  'service_unknown',
  'service_closed',
  'service_full',
  'service_own',
  'brief_length',
  'wish_invalid',
  'too_many_requests',
  'account_suspended',
  'teen_mode',
] as const

export function refusedRequest(m: typeof requestMessages.fr, error: unknown): string {
  if (!(error instanceof DataError)) return m.failed
  if (error.status === 0) return m.network
  const known = refusals.find((one) => one === error.hint)
  return known ? m[known] : m.failed
}
