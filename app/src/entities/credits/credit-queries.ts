/** One's own credits as the ledger has them: the balance, the entries behind it, and what is set aside. */
import { infiniteQueryOptions, queryOptions } from '@tanstack/react-query'

import { queryClient } from '#data/query-client.ts'
import type { Row } from '#data/question.ts'
import { readToEnd } from '#data/reach/read-to-end.ts'
import { DataError } from '#data/rest.ts'
import { read } from '#data/wire.ts'

export interface Balance {
  /** Given, and spent first. */
  promo: number
  paid: number
  /** What one can spend: promo and paid. */
  available: number
  /** Set aside for work that is under way. */
  held: number
  debt: number
}

export type CreditAccount = 'promo' | 'paid' | 'held' | 'debt'

export interface CreditEntry {
  /** The transfer's; `seq` tells its entries apart. */
  id: number
  seq: number
  account: CreditAccount
  kind: string
  amount: number
  balance_after: number
  /** Counts the account's entries without a gap. */
  version: number
  ref_type: string | null
  ref_id: string | null
  why: string | null
  created_at: string
}

export type CreditHold = Pick<Row<'my_holds'>, 'id' | 'amount' | 'ref_type' | 'ref_id' | 'expires_at'>

const entryColumns = 'id,seq,account,kind,amount,balance_after,version,ref_type,ref_id,why,created_at'
const pageLength = 40

type EntryCursor = Pick<CreditEntry, 'id' | 'seq'>

async function fetchEntries(after: EntryCursor | null, signal: AbortSignal): Promise<CreditEntry[]> {
  const page = {
    order: 'id.desc,seq.desc',
    limit: pageLength,
    ...(after && { or: `(id.lt.${after.id},and(id.eq.${after.id},seq.lt.${after.seq}))` }),
  }
  return read('credit_statement', entryColumns, page, signal)
}

/** All of them, newest first: for a file that one keeps. */
export function fetchStatement(): Promise<CreditEntry[]> {
  const { signal } = new AbortController()
  return readToEnd<CreditEntry>(pageLength, (last) => fetchEntries(last ?? null, signal))
}

const root = ['credits'] as const

export const creditQueries = {
  balance: (userId: string) =>
    queryOptions({
      queryKey: [...root, userId, 'balance'],
      queryFn: async ({ signal }) => {
        const [balance] = await read('my_balance', 'promo,paid,available,held,debt', {}, signal)
        // A token that just ended reads as a visitor, who has no row.
        if (!balance) throw new DataError('There is no balance', { status: 401 })
        return balance
      },
    }),
  holds: (userId: string) =>
    queryOptions({
      queryKey: [...root, userId, 'holds'],
      queryFn: ({ signal }) =>
        read('my_holds', 'id,amount,ref_type,ref_id,expires_at', { order: 'created_at.desc' }, signal),
    }),
  statement: (userId: string) =>
    infiniteQueryOptions({
      queryKey: [...root, userId, 'statement'],
      queryFn: ({ pageParam, signal }) => fetchEntries(pageParam, signal),
      initialPageParam: null as EntryCursor | null,
      getNextPageParam: (page) => (page.length < pageLength ? null : (page.at(-1) ?? null)),
    }),
}

/** Reads the credits again wherever they are shown: after something that costs or gives some. */
export function refreshCredits(): void {
  void queryClient.invalidateQueries({ queryKey: root })
}
