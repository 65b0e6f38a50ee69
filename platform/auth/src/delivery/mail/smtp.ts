/** Mails through any SMTP server. */
import type { Mailer } from './mail.ts'

export interface SmtpOptions {
  /** `smtp://user:password@host:587` or `smtps://…:465`. */
  readonly url: string
  /** The sender, e.g. `Bookshop <hello@shop.example>`. */
  readonly from: string
  /** Milliseconds for each step of the conversation. */
  readonly timeoutMs?: number
}

const TIMEOUT_MS = 10_000

/** The library is loaded where there is a server to speak to. */
export async function createSmtpMailer(options: SmtpOptions): Promise<Mailer & AsyncDisposable> {
  const { url, from, timeoutMs = TIMEOUT_MS } = options
  const { createTransport } = await import('nodemailer')
  const transport = createTransport({
    url,
    pool: true,
    connectionTimeout: timeoutMs,
    greetingTimeout: timeoutMs,
    socketTimeout: timeoutMs,
    // NOTE: a mail's parts come from us alone, so nothing in it may name a file or an address to fetch.
    disableFileAccess: true,
    disableUrlAccess: true,
  })
  return {
    async sendMail({ unsubscribe, ...mail }) {
      const headers = {
        'Auto-Submitted': 'auto-generated',
        ...(unsubscribe && {
          'List-Unsubscribe': `<${unsubscribe}>`,
          'List-Unsubscribe-Post': 'List-Unsubscribe=One-Click',
        }),
      }
      await transport.sendMail({ from, ...mail, headers })
    },
    async [Symbol.asyncDispose]() {
      transport.close()
    },
  }
}
