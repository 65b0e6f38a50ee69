/** What creators offer to make for others, as the server answers it. */
import { infiniteQueryOptions, queryOptions } from '@tanstack/react-query'

import { queryClient } from '#data/query-client.ts'
import { isUuid } from '#data/uuid.ts'
import { call } from '#data/wire.ts'

/** What is looked for; whatever is absent does not narrow it. */
export type ServiceFilter = Readonly<Record<string, string | number | boolean>>

const root = ['services'] as const

export const serviceQueries = {
  one: (id: string) =>
    queryOptions({
      queryKey: [...root, 'one', id],
      queryFn: ({ signal }) => call('service_page', { service: id }, { signal }),
      enabled: isUuid(id),
    }),
  of: (creator: string) =>
    queryOptions({
      queryKey: [...root, 'of', creator],
      queryFn: ({ signal }) => call('services_of', { creator }, { signal }),
    }),
  mine: (userId: string | null) =>
    queryOptions({
      queryKey: [...root, 'mine', userId],
      queryFn: ({ signal }) => call('my_services', {}, { signal }),
      enabled: userId !== null,
    }),
  waitlist: (id: string) =>
    queryOptions({
      queryKey: [...root, 'waitlist', id],
      queryFn: ({ signal }) => call('service_waitlist', { service: id }, { signal }),
    }),
  /** Whether anybody can be paid for an order: in realm `live` not before the operator says so. */
  areOrdersOpen: () =>
    queryOptions({
      queryKey: [...root, 'open'],
      queryFn: ({ signal }) => call('commissions_open', {}, { signal }),
    }),
  found: (asked: ServiceFilter) =>
    infiniteQueryOptions({
      queryKey: [...root, 'found', asked],
      initialPageParam: null as string | null,
      queryFn: ({ pageParam: after, signal }) =>
        call('find_services', { asked: { ...asked, ...(after !== null && { after }) } }, { signal }),
      getNextPageParam: (page) => page.next,
      select: ({ pages }) => pages.flatMap(({ services }) => services),
    }),
}

export const refreshServices = () => queryClient.invalidateQueries({ queryKey: root })
