/** Orders of one's own: the list of each side, one of them, and whether orders are taken at all. */
import type { Commission, CommissionCard, CommissionLine, CommissionSide } from '@product/contract'
import { infiniteQueryOptions, queryOptions } from '@tanstack/react-query'

import { queryClient, readAnew } from '#data/query-client.ts'
import { call } from '#data/wire.ts'

const root = ['orders'] as const
const pageLength = 30
const cardsLength = 200
const everyMs = 2500

export const orderQueries = {
  isOpen: () =>
    queryOptions({
      queryKey: [...root, 'open'],
      queryFn: ({ signal }) => call('commissions_open', {}, { signal }),
      staleTime: 5 * 60_000,
    }),
  mine: (userId: string, side: CommissionSide) =>
    infiniteQueryOptions({
      queryKey: [...root, 'mine', userId, side],
      queryFn: ({ pageParam, signal }): Promise<CommissionLine[]> =>
        call('my_commissions', { side, before: pageParam }, { signal }),
      initialPageParam: null as string | null,
      getNextPageParam: (page) => (page.length < pageLength ? undefined : page.at(-1)?.id),
    }),
  one: (id: string) =>
    queryOptions({
      queryKey: [...root, 'one', id],
      queryFn: ({ signal }): Promise<Commission> => call('read_commission', { commission: id }, { signal }),
      // A preview is being made.
      refetchInterval: ({ state }) =>
        state.data?.files.some((file) => file.state === 'making_preview') === true ? everyMs : false,
      retry: false,
    }),
  /** Steps of all orders with somebody, for the conversation with them: each page oldest first, the last ones in the first. */
  cards: (userId: string, person: string) =>
    infiniteQueryOptions({
      queryKey: [...root, 'cards', userId, person],
      queryFn: ({ pageParam, signal }): Promise<CommissionCard[]> =>
        call('commission_cards', { person, before: pageParam }, { signal }),
      initialPageParam: null as string | null,
      getNextPageParam: (page) => (page.length < cardsLength ? undefined : page[0]?.id),
      meta: { keep: { owner: userId, kind: 'order-cards', most: 60, isSealed: true } },
    }),
  /** Of the staff. */
  disputes: () =>
    queryOptions({
      queryKey: [...root, 'disputes'],
      queryFn: ({ signal }) => call('staff_commission_disputes', {}, { signal }),
    }),
  service: (id: string) =>
    queryOptions({
      queryKey: [...root, 'service', id],
      queryFn: ({ signal }) => call('service_page', { service: id }, { signal }),
      retry: false,
    }),
}

/** An order as an act of one's own has answered it. */
export function keepOrder(order: Commission): void {
  queryClient.setQueryData(orderQueries.one(order.id).queryKey, order)
  for (const shown of ['mine', 'cards']) void queryClient.invalidateQueries({ queryKey: [...root, shown] })
}

export const refreshOrder = (id: string) => queryClient.invalidateQueries({ queryKey: [...root, 'one', id] })

export const refreshOrders = () => readAnew(root)
