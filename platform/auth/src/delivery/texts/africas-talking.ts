/** Texts through Africa's Talking's messaging API (version1). */
import type { TextSender } from '../delivery.ts'
import { askService, firstWord } from './ask-service.ts'
import { SendFailure } from './send-failure.ts'

export interface AfricasTalkingOptions {
  /** `sandbox` belongs to the sandbox's own address. */
  readonly username: string
  readonly apiKey: string
  /** A registered sender or short code; the service's own without it. */
  readonly sender?: string | undefined
  readonly url?: string | undefined
  readonly timeoutMs?: number | undefined
}

/** Processed, sent, queued. */
const TAKEN = new Set([100, 101, 102])
/** Codes of the service's own troubles, as against those of the number or the account. */
const OUTAGES = new Set([500, 501])

export function createAfricasTalkingSender(options: AfricasTalkingOptions): TextSender {
  const { username, apiKey, sender, timeoutMs } = options
  const host = username === 'sandbox' ? 'api.sandbox.africastalking.com' : 'api.africastalking.com'
  const url = `${options.url ?? `https://${host}`}/version1/messaging`
  return {
    async sendText({ to, text, channel }) {
      if (channel !== 'sms')
        throw new SendFailure({ reason: 'unsupported', message: 'Africa’s Talking sends SMS only' })
      const from = sender === undefined ? {} : { from: sender }
      const { status, body } = await askService({
        service: 'Africa’s Talking',
        url,
        headers: { accept: 'application/json', apikey: apiKey },
        body: new URLSearchParams({ username, to: `+${to}`, message: text, ...from }),
        timeoutMs,
      })
      if (status >= 400) throw failure('refused', `answered ${status}`)
      return readRecipient(body)
    },
  }
}

interface Recipient {
  readonly statusCode?: unknown
  readonly status?: unknown
  readonly messageId?: unknown
}

function readRecipient(body: Readonly<Record<string, unknown>>): string | null {
  const data = body['SMSMessageData'] as { Message?: unknown; Recipients?: readonly Recipient[] } | undefined
  if (data === undefined) throw failure('unavailable', 'did not say what it did')
  const recipient = Array.isArray(data.Recipients) ? (data.Recipients[0] as Recipient | undefined) : undefined
  // NOTE: with a wrong sender there is no recipient at all, only a word.
  if (recipient === undefined) throw failure('refused', firstWord(data.Message, 'no recipient'))
  const code = Number(recipient.statusCode)
  if (!TAKEN.has(code)) {
    throw failure(OUTAGES.has(code) ? 'unavailable' : 'refused', `${firstWord(recipient.status)} (${code})`)
  }
  return typeof recipient.messageId === 'string' && recipient.messageId !== 'None' ? recipient.messageId : null
}

function failure(reason: 'refused' | 'unavailable', why: string): SendFailure {
  return new SendFailure({ reason, message: `Africa’s Talking: ${why}` })
}
