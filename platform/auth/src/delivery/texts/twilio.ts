/** Texts and WhatsApp messages through Twilio's Messages API (2010-04-01). */
import type { TextMessage, TextSender } from '../delivery.ts'
import { askService, firstWord } from './ask-service.ts'
import { SendFailure } from './send-failure.ts'

export interface TwilioOptions {
  readonly accountSid: string
  readonly authToken: string
  /** A number in E.164, an alphanumeric sender, or a messaging service (`MG…`). */
  readonly sender: string
  /** The number that writes on WhatsApp, where it is not `sender`. */
  readonly whatsappSender?: string | undefined
  /** The approved template of WhatsApp codes (`HX…`), whose variable 1 is the code. */
  readonly contentSid?: string | undefined
  readonly url?: string | undefined
  readonly timeoutMs?: number | undefined
}

const FAILED = new Set(['failed', 'undelivered', 'canceled'])

export function createTwilioSender(options: TwilioOptions): TextSender {
  const { accountSid, authToken, url = 'https://api.twilio.com', timeoutMs } = options
  const credentials = Buffer.from(`${accountSid}:${authToken}`).toString('base64')
  return {
    async sendText(message) {
      const { status, body } = await askService({
        service: 'Twilio',
        url: `${url}/2010-04-01/Accounts/${encodeURIComponent(accountSid)}/Messages.json`,
        headers: { authorization: `Basic ${credentials}` },
        body: new URLSearchParams({ ...addressed(message, options), ...contentOf(message, options) }),
        timeoutMs,
      })
      const { sid, status: state, code, message: why, error_message: failure } = body
      if (status >= 400) throw refused(`${firstWord(why, status)} (${firstWord(code, status)})`)
      if (typeof state === 'string' && FAILED.has(state)) throw refused(firstWord(failure, state))
      if (typeof sid !== 'string') {
        throw new SendFailure({ reason: 'unavailable', message: 'Twilio did not say what it did' })
      }
      return sid
    },
  }
}

function addressed({ channel, to }: TextMessage, options: TwilioOptions): Record<string, string> {
  const { sender, whatsappSender = sender } = options
  const from = channel === 'whatsapp' ? whatsappSender : sender
  if (from.startsWith('MG'))
    return { To: channel === 'whatsapp' ? `whatsapp:+${to}` : `+${to}`, MessagingServiceSid: from }
  return channel === 'whatsapp'
    ? { To: `whatsapp:+${to}`, From: from.startsWith('whatsapp:') ? from : `whatsapp:${from}` }
    : { To: `+${to}`, From: from }
}

function contentOf({ channel, text, code }: TextMessage, { contentSid }: TwilioOptions): Record<string, string> {
  if (channel === 'sms' || contentSid === undefined) return { Body: text }
  return { ContentSid: contentSid, ContentVariables: JSON.stringify({ 1: code }) }
}

function refused(why: string): SendFailure {
  return new SendFailure({ reason: 'refused', message: `Twilio: ${why}` })
}
