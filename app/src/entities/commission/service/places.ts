import type { Service } from '@product/contract'

import type { serviceMessages } from './service.i18n.ts'

type Words = (typeof serviceMessages)['fr']

/** Whether an order can be had now, has to be waited for, or is not taken on at all. */
export type Standing = 'free' | 'full' | 'closed'

export function standingOf({ state, free }: Pick<Service, 'state' | 'free'>): Standing {
  if (state === 'closed') return 'closed'
  return state === 'open' && free > 0 ? 'free' : 'full'
}

/** « 2 places libres », « Liste d’attente : 3 », « Fermé ». */
export function placeWords(m: Words, service: Pick<Service, 'state' | 'free' | 'waiting'>): string {
  const standing = standingOf(service)
  if (standing === 'closed') return m.closed
  return standing === 'free' ? m.free(service.free) : m.waitlist(service.waiting)
}
