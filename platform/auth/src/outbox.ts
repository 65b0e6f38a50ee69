/** The default way of sending: every message becomes a file in a folder, for whoever runs the server to read. */
import { randomUUID } from 'node:crypto'
import { mkdir, rename, writeFile } from 'node:fs/promises'
import { join } from 'node:path'

import type { Mailer, TextSender } from './messages.ts'

/**
 * Files are named by their time, so that an alphabetical listing is the order of sending, and appear whole.
 * A mail holds `{ channel: 'email', at, to, subject, text, html }`, a text `{ channel: 'sms' | 'whatsapp', at, to, text }`.
 */
export function createOutbox(folder: string): Mailer & TextSender {
  async function keep(message: object): Promise<string> {
    const at = new Date().toISOString()
    const name = `${at.replaceAll(':', '-')}-${randomUUID().slice(0, 8)}`
    await mkdir(folder, { recursive: true, mode: 0o700 })
    const unfinished = join(folder, `.${name}`)
    await writeFile(unfinished, `${JSON.stringify({ at, ...message }, null, 2)}\n`, { mode: 0o600 })
    await rename(unfinished, join(folder, `${name}.json`))
    return name
  }
  return {
    async sendMail(mail) {
      await keep({ channel: 'email', ...mail })
    },
    sendText: ({ channel, to, text }) => keep({ channel, to, text }),
  }
}
