/**
 * GET earnings-statement?year=2026: what one earned in that year (UTC) as PDF, from `my_earning_years`, `my_earnings` and `my_payouts` as their owner
 * reads them: gross, fees, what went back and net by source, each line, or each day where there are more than five thousand, and what was withdrawn. 400
 * bad_request for a year that is none.
 */
import type { SupabaseClient } from '@supabase/supabase-js'
import * as v from 'valibot'

import { callerOf } from '../_shared/clients.ts'
import { parseRequest } from '../_shared/parse-request.ts'
import {
  earningsPdf,
  type DayRow,
  type EarningRow,
  type PayoutRow,
  type YearRow,
} from '../_shared/payments/statements/earnings-pdf.ts'
import { answer, FunctionError } from '../_shared/respond.ts'

const font = new URL('../payment-receipt/receipt.ttf', import.meta.url)
/** A sheet of a hundred pages: a year of more is told by days, of which it has 366 at most. */
const mostLines = 5000
const pageLength = 1000

const Asked = v.object({ year: v.pipe(v.string(), v.regex(/^20\d\d$/), v.transform(Number)) })

async function print(request: Request): Promise<Response> {
  if (request.method !== 'GET') throw new FunctionError(405, 'method_not_allowed', 'A statement is read')
  const caller = await callerOf(request)
  if (caller === null) throw new FunctionError(401, 'not_authenticated', 'Non autorisé')
  const { year } = parseRequest(Asked, Object.fromEntries(new URL(request.url).searchParams))
  const { client, userId } = caller
  const [sums, payouts, person] = await Promise.all([
    client.from('my_earning_years').select('*').eq('year', year).order('source').overrideTypes<YearRow[]>(),
    rowsOf<PayoutRow>(client, 'my_payouts', year),
    client.from('profiles').select('display_name,username').eq('id', userId).single<Person>(),
  ])
  const failure = person.error ?? sums.error
  if (failure) throw new FunctionError(503, 'storage_failed', failure.message, { retryAfter: 2 })
  const count = sums.data!.reduce((total, { lines }) => total + lines, 0)
  const told =
    count > mostLines
      ? { days: await daysOf(client, year) }
      : { lines: await rowsOf<EarningRow>(client, 'my_earnings', year) }
  const pdf = await earningsPdf({ ...person.data!, year, sums: sums.data!, payouts, ...told }, font)
  return new Response(pdf, {
    headers: {
      'content-type': 'application/pdf',
      'content-disposition': `attachment; filename="gains-${year}.pdf"`,
      'cache-control': 'private, no-store',
    },
  })
}

interface Person {
  readonly display_name: string
  readonly username: string | null
}

/** The oldest first, a page at a time. */
async function rowsOf<Row extends { readonly id: string }>(
  client: SupabaseClient,
  view: string,
  year: number,
): Promise<Row[]> {
  const rows: Row[] = []
  for (;;) {
    let asked = client
      .from(view)
      .select('*')
      .gte('created_at', `${year}-01-01T00:00:00Z`)
      .lt('created_at', `${year + 1}-01-01T00:00:00Z`)
    const last = rows.at(-1)
    if (last) asked = asked.gt('id', last.id)
    const { data, error } = await asked.order('id').limit(pageLength)
    if (error) throw new FunctionError(503, 'storage_failed', error.message, { retryAfter: 2 })
    rows.push(...(data as Row[]))
    if (data.length < pageLength) return rows
  }
}

async function daysOf(client: SupabaseClient, year: number): Promise<DayRow[]> {
  const days: DayRow[] = []
  for (;;) {
    const { data, error } = await client
      .from('my_earning_days')
      .select('*')
      .gte('day', `${year}-01-01`)
      .lte('day', `${year}-12-31`)
      .order('day')
      .order('source')
      .range(days.length, days.length + pageLength - 1)
      .overrideTypes<DayRow[]>()
    if (error) throw new FunctionError(503, 'storage_failed', error.message, { retryAfter: 2 })
    days.push(...data)
    if (data.length < pageLength) return days
  }
}

export default { fetch: (request: Request) => answer(request, print) }
