/** The sandbox's postman: what it has to tell goes over HTTP to the very address that real providers know. */
import { Buffer } from 'node:buffer'

import type { SupabaseClient } from '@supabase/supabase-js'

import { callRpc } from '../../rpc.ts'
import { readSetting } from '../../settings/reader.ts'
import { runtimeSettings } from '../../settings/runtime.ts'
import { sign } from '../verify-webhook.ts'
import { sandboxWebhookSecret } from './sandbox-keys.ts'

type Signature = 'good' | 'wrong' | 'old' | 'future'

export async function deliverDue(service: SupabaseClient, atOnce: number): Promise<number> {
  const due = await callRpc(service, 'claim_sandbox_deliveries', { p_limit: atOnce })
  await Promise.all(
    due.map(async ({ id, transaction_id: transaction, event_id: event, type, signature }) => {
      const body = Buffer.from(JSON.stringify({ id: event, name: type, entity: { id: transaction } }))
      const response = await fetch(`${readSetting(runtimeSettings.url)}/functions/v1/payment-webhook/sandbox`, {
        method: 'POST',
        headers: {
          'content-type': 'application/json',
          'x-fedapay-signature': signatureOf(body, signature as Signature),
        },
        body,
        signal: AbortSignal.timeout(10_000),
      }).catch(() => null)
      await response?.body?.cancel()
      // A wrong signature is refused for ever; those who send one fall silent.
      const wasHeard = signature !== 'good' || response?.ok === true
      await callRpc(service, 'finish_sandbox_delivery', { p_id: id, p_was_heard: wasHeard })
    }),
  )
  return due.length
}

const shifts: Readonly<Record<Signature, number>> = { good: 0, wrong: 0, old: -301_000, future: 3_600_000 }

function signatureOf(body: Uint8Array, signature: Signature): string {
  const secret = signature === 'wrong' ? 'somebody else' : sandboxWebhookSecret()
  return sign(body, { secret, scheme: 's', at: new Date(Date.now() + shifts[signature]) })
}
