/** Hands to the mail queue what payments have to tell. */
import type { SupabaseClient } from '@supabase/supabase-js'

import { tell } from '../../notices/tell.ts'
import { callRpc } from '../../rpc.ts'
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

function report(why: string): void {
  observePayment({ kind: 'payment.provider_failed', provider: 'all', during: 'letter', why })
}
