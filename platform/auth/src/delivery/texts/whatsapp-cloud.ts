/** Codes through Meta's WhatsApp Cloud API, as an approved authentication template: it takes nothing else unasked. */
import type { Language } from '../../config.ts'
import type { TextSender } from '../delivery.ts'
import { askService, firstWord } from './ask-service.ts'
import { SendFailure } from './send-failure.ts'

export interface WhatsAppCloudOptions {
  readonly phoneNumberId: string
  readonly accessToken: string
  /** An authentication template with the button that copies the code. */
  readonly template: string
  /** The template's own names of languages, where they are not `en` and `fr`. */
  readonly languages?: Readonly<Partial<Record<Language, string>>> | undefined
  readonly url?: string | undefined
  readonly timeoutMs?: number | undefined
}

const URL = 'https://graph.facebook.com/v23.0'
/** Limits of the app, the account, the number, and of one number towards another. */
const BUSY_CODES = new Set([4, 80_007, 130_429, 131_048, 131_056])
/** The service's own troubles, whatever their status. */
const OUTAGE_CODES = new Set([1, 2, 131_000, 131_016])

export function createWhatsAppCloudSender(options: WhatsAppCloudOptions): TextSender {
  const { phoneNumberId, accessToken, template, languages = {}, url = URL, timeoutMs } = options
  return {
    async sendText({ to, channel, code, language }) {
      if (channel !== 'whatsapp') throw new SendFailure({ reason: 'unsupported', message: 'WhatsApp sends no SMS' })
      const parameters = [{ type: 'text', text: code }]
      const { status, body } = await askService({
        service: 'WhatsApp',
        url: `${url}/${encodeURIComponent(phoneNumberId)}/messages`,
        headers: { authorization: `Bearer ${accessToken}`, 'content-type': 'application/json' },
        body: JSON.stringify({
          messaging_product: 'whatsapp',
          recipient_type: 'individual',
          to,
          type: 'template',
          template: {
            name: template,
            language: { code: languages[language] ?? language },
            components: [
              { type: 'body', parameters },
              { type: 'button', sub_type: 'url', index: '0', parameters },
            ],
          },
        }),
        timeoutMs,
      })
      if (status >= 400) throw failureOf(body['error'], status)
      const [sent] = (body['messages'] ?? []) as readonly { id?: unknown }[]
      if (typeof sent?.id === 'string') return sent.id
      throw new SendFailure({ reason: 'unavailable', message: 'WhatsApp did not say what it did' })
    },
  }
}

function failureOf(error: unknown, status: number): SendFailure {
  const { code, message } = (error ?? {}) as { code?: unknown; message?: unknown }
  const why = `WhatsApp: ${firstWord(message, status)} (${firstWord(code, status)})`
  if (BUSY_CODES.has(Number(code))) return new SendFailure({ reason: 'busy', message: why })
  return new SendFailure({ reason: OUTAGE_CODES.has(Number(code)) ? 'unavailable' : 'refused', message: why })
}
