/**
 * POST payment-webhook/{provider}: a bell that somebody rang. Whose signature is good is kept and answered 200 once it is;
 * what is true is read at the provider by the worker. 400 for any other, and a counter.
 */
import { Buffer } from 'node:buffer'

import { serviceClient } from '../_shared/clients.ts'
import { outliveAnswer } from '../_shared/edge-runtime.ts'
import { actOnEvents } from '../_shared/payments/act-on-events.ts'
import { observePayment } from '../_shared/payments/payment-events.ts'
import { knownProvider } from '../_shared/payments/start-payment.ts'
import { answerPost, FunctionError, json } from '../_shared/respond.ts'
import { callRpc } from '../_shared/rpc.ts'

const largest = 262_144
const atOnce = 20

async function receive(request: Request): Promise<Response> {
  const provider = knownProvider(/\/payment-webhook\/([a-z]+)\/?$/.exec(new URL(request.url).pathname)?.[1] ?? '')
  const raw = new Uint8Array(await request.arrayBuffer())
  if (raw.length > largest) throw new FunctionError(413, 'bad_request', 'A delivery is of 256 KB at most')
  const service = serviceClient()
  const verified = await provider.verify(raw, request.headers, new Date())
  if (!verified.ok) {
    observePayment({ kind: 'payment.webhook_refused', provider: provider.name, why: verified.why })
    await callRpc(service, 'count_webhook_reject', { p_provider: provider.name, p_reason: verified.why })
    throw new FunctionError(400, 'bad_request', 'This is not signed by whom it says')
  }
  const { eventId, type, ref } = verified
  const isNew = await callRpc(service, 'receive_payment_event', {
    p_provider: provider.name,
    p_event: eventId,
    p_type: type,
    p_ref: ref ?? '',
    p_raw: Buffer.from(raw).toString('base64'),
  })
  // The worker comes by every two seconds and takes up what this process should leave.
  if (isNew) outliveAnswer(actOnEvents(service, atOnce).catch(reportLater))
  return json({ received: true, isNew })
}

function reportLater(error: unknown): void {
  observePayment({ kind: 'payment.provider_failed', provider: 'all', during: 'event', why: String(error) })
}

export default { fetch: (request: Request) => answerPost(request, receive) }
