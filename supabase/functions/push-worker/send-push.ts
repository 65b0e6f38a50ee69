/** One message to one browser: encrypted for it alone (RFC 8291), signed by us (RFC 8292), left with its push service (RFC 8030). */
import { generateRequestDetails } from 'web-push'

import { pushSettings } from '../_shared/settings/push.ts'
import { readSetting } from '../_shared/settings/reader.ts'
import type { PushOutcome, PushTarget } from './push-job.ts'

export interface Sender {
  readonly publicKey: string
  readonly privateKey: string
  readonly subject: string
}

export interface Delivery {
  readonly message: string
  /** At most 32 characters of base64url: what waits for a browser that is off is replaced by the next of its topic. */
  readonly topic: string
  readonly urgency: 'normal' | 'high'
}

const patienceMs = 10_000
const daySeconds = 86_400

export async function sendPush(target: PushTarget, delivery: Delivery, sender: Sender): Promise<PushOutcome> {
  const { id, endpoint } = target
  if (!isPushService(endpoint)) return { id, kind: 'gone' }
  const request = encrypt(target, delivery, sender)
  // NOTE: keys that are no points of the curve: such a browser can never be told.
  if (request === null) return { id, kind: 'gone' }
  try {
    // NOTE: a push service that redirects could lead anywhere.
    const response = await fetch(endpoint, { ...request, redirect: 'manual', signal: AbortSignal.timeout(patienceMs) })
    await response.body?.cancel()
    return outcomeOf(id, response)
  } catch {
    return { id, kind: 'failed' }
  }
}

function encrypt({ endpoint, p256dh, auth }: PushTarget, { message, topic, urgency }: Delivery, sender: Sender) {
  try {
    const details = generateRequestDetails({ endpoint, keys: { p256dh, auth } }, message, {
      vapidDetails: { ...sender },
      TTL: daySeconds,
      contentEncoding: 'aes128gcm',
      topic,
      urgency,
    })
    const headers = Object.entries(details.headers).filter(([name]) => name.toLowerCase() !== 'content-length')
    return { method: 'POST', headers, body: new Uint8Array(details.body ?? []) }
  } catch {
    return null
  }
}

function outcomeOf(id: string, { ok, status, headers }: Response): PushOutcome {
  if (ok) return { id, kind: 'ok' }
  if (status === 404 || status === 410) return { id, kind: 'gone' }
  if (status !== 429 && status < 500) return { id, kind: 'refused' }
  const seconds = Number(headers.get('retry-after') ?? Number.NaN)
  return { id, kind: 'failed', ...(seconds >= 0 && { retry_seconds: Math.min(Math.ceil(seconds), daySeconds) }) }
}

/**
 * A host over TLS; a whole origin, as `http://localhost:8080`, stands for just itself. Browsers name their push service themselves, and
 * so could anybody who calls us: without a list, this server would post to whatever address it is given.
 */
function isPushService(endpoint: string): boolean {
  const url = URL.parse(endpoint)
  if (url === null || url.username !== '' || url.password !== '') return false
  return readSetting(pushSettings.services).some((service) => {
    if (service.includes('://')) return url.origin === service
    if (url.protocol !== 'https:' || url.port !== '') return false
    return service.startsWith('*.') ? url.hostname.endsWith(service.slice(1)) : url.hostname === service
  })
}
