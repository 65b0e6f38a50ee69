/** What one has earned, where it is, and what was withdrawn. */
import type { PayoutAnswer } from '@product/contract'
import { queryOptions } from '@tanstack/react-query'

import { queryClient } from '#data/query-client.ts'
import { call, read } from '#data/wire.ts'

const root = ['earnings'] as const
const shown = 200
const lineColumns = 'id,source,gross,fee,amount,taken_back,state,created_at,release_at,post_id,giver,note'
const remixColumns = 'accrued_on,post_id,level,skipped,remixes,credits,milli,is_posted'

export const earningsQueries = {
  summary: (userId: string | null) =>
    queryOptions({
      queryKey: [...root, 'summary', userId],
      queryFn: ({ signal }) => call('earnings_summary', {}, { signal }),
      enabled: userId !== null,
      refetchInterval: ({ state }) => ((state.data?.on_its_way ?? 0) > 0 ? 5000 : false),
    }),
  lines: (userId: string | null) =>
    queryOptions({
      queryKey: [...root, 'lines', userId],
      queryFn: ({ signal }) => read('my_earnings', lineColumns, { order: 'id.desc', limit: shown }, signal),
      enabled: userId !== null,
    }),
  remixes: (userId: string | null) =>
    queryOptions({
      queryKey: [...root, 'remixes', userId],
      queryFn: ({ signal }) =>
        read('my_royalties', remixColumns, { order: 'accrued_on.desc,milli.desc', limit: shown }, signal),
      enabled: userId !== null,
    }),
  payouts: (userId: string | null) =>
    queryOptions({
      queryKey: [...root, 'payouts', userId],
      queryFn: ({ signal }) =>
        read(
          'my_payouts',
          'id,operator,last4,amount,fee,status,holds,reason,created_at,closed_at,may_cancel',
          { order: 'id.desc', limit: 50 },
          signal,
        ),
      enabled: userId !== null,
      // Somebody waits for it.
      refetchInterval: ({ state }) => (state.data?.some(({ status }) => isMoving(status)) === true ? 5000 : false),
    }),
  /** In which something came in. */
  years: (userId: string | null) =>
    queryOptions({
      queryKey: [...root, 'years', userId],
      queryFn: async ({ signal }) => (await read('my_earning_years', 'year', {}, signal)).map(({ year }) => year),
      enabled: userId !== null,
    }),
  /** The operator of the number that one has proven last; null before the first. */
  number: (userId: string | null) =>
    queryOptions({
      queryKey: [...root, 'number', userId],
      queryFn: async ({ signal }) => {
        const [newest] = await read('my_numbers', 'operator', { order: 'proven_at.desc', limit: 1 }, signal)
        return newest?.operator ?? null
      },
      enabled: userId !== null,
    }),
  terms: (userId: string | null) =>
    queryOptions({
      queryKey: [...root, 'terms', userId],
      queryFn: ({ signal }) => call('payout_terms', {}, { signal }),
      enabled: userId !== null,
    }),
  bankTerms: (userId: string | null) =>
    queryOptions({
      queryKey: [...root, 'bank-terms', userId],
      queryFn: ({ signal }) => call('bank_terms', {}, { signal }),
      enabled: userId !== null,
    }),
}

/** Francs of the smallest withdrawal. */
export const leastPayout = 2000

export const refreshEarnings = () => queryClient.invalidateQueries({ queryKey: root })

const isMoving = (status: PayoutAnswer['status']) => ['prepared', 'sending', 'unknown'].includes(status)

type Read<Options extends (userId: string | null) => { queryFn?: unknown }> =
  NonNullable<ReturnType<Options>['queryFn']> extends (...given: never[]) => infer Answer ? Awaited<Answer> : never

export type EarningLine = Read<typeof earningsQueries.lines>[number]
export type RemixLine = Read<typeof earningsQueries.remixes>[number]
export type Payout = Read<typeof earningsQueries.payouts>[number]
