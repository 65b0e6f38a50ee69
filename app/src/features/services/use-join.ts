import type { Service } from '@product/contract'
import { useMutation } from '@tanstack/react-query'

import { DataError } from '#data/rest.ts'
import { joinWaitlist, leaveWaitlist } from '#entities/service/service-acts.ts'
import { refreshServices } from '#entities/service/service-queries.ts'
import { useMessages } from '#i18n/messages.ts'
import { toast } from '#ui/toast/toast.ts'

import { servicesMessages } from './services.i18n.ts'

/** Joining and leaving the list; a refusal that time has overtaken says what stands now. */
export function useJoin({ id }: Pick<Service, 'id'>) {
  const m = useMessages(servicesMessages)
  const overtaken: Record<string, string> = {
    service_has_place: m.hasPlace,
    service_closed: m.closedNow,
    service_unknown: m.gone,
  }
  const onError = (error: Error) => {
    const told = error instanceof DataError ? overtaken[error.hint ?? ''] : undefined
    toast(told === undefined ? { title: m.failed, tone: 'danger' } : { title: told })
  }
  const both = { onError, onSettled: refreshServices }
  const join = useMutation({ ...both, mutationFn: () => joinWaitlist(id), onSuccess: () => toast({ title: m.joined }) })
  const leave = useMutation({ ...both, mutationFn: () => leaveWaitlist(id), onSuccess: () => toast({ title: m.left }) })
  return { join, leave }
}
