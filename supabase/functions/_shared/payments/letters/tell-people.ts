/** Hands to the mail queue what payments have to tell, and codes to paying numbers: one call of auth/v1, which has both. */
import type { SupabaseClient } from '@supabase/supabase-js'

import { callRpc } from '../../rpc.ts'
import { readSetting } from '../../settings/reader.ts'
import { runtimeSettings } from '../../settings/runtime.ts'
import { observePayment } from '../payment-events.ts'
import { wordLetter } from './letter-words.ts'
import { letterKinds, type LetterFacts } from './letter.ts'

export async function sendLetters(service: SupabaseClient, limit: number): Promise<number> {
  const due = await callRpc(service, 'claim_payment_letters', { p_limit: limit })
  const sent = await Promise.all(
    due.map(async ({ id, user_id, what, data }) => {
      const kind = letterKinds.find((known) => known === what)
      const status =
        kind === undefined
          ? 400
          : await tell({ channel: 'email', user_id, words: wordLetter(kind, data as LetterFacts) })
      if (status === 400) report(`A mail was refused: ${what}`)
      // Who is gone, or a backend that has no way of telling, ends it as well: nothing is tried for ever.
      const isOver = status < 500 && status !== 429 && status !== 0
      if (isOver) await callRpc(service, 'finish_payment_letter', { p_id: id })
      return status === 200
    }),
  )
  return sent.filter(Boolean).length
}

/** What auth/v1 answered, 0 for nothing. The hosted service knows no such address: 404. */
export async function tell(message: object): Promise<number> {
  const key = readSetting(runtimeSettings.serviceRoleKey) ?? ''
  const response = await fetch(`${readSetting(runtimeSettings.url)}/auth/v1/admin/messages`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', apikey: key, authorization: `Bearer ${key}` },
    body: JSON.stringify(message),
    signal: AbortSignal.timeout(15_000),
  }).catch(() => null)
  await response?.body?.cancel()
  return response?.status ?? 0
}

function report(why: string): void {
  observePayment({ kind: 'payment.provider_failed', provider: 'all', during: 'letter', why })
}
