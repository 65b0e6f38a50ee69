/** The default way of sending: every message becomes a file in a folder, for whoever runs the server to read. */
import { randomUUID } from 'node:crypto'
import { mkdir, readdir, readFile, rename, writeFile } from 'node:fs/promises'
import { join } from 'node:path'

import type { TextMessage, TextSender } from './delivery.ts'
import type { Mailer } from './mail/mail.ts'

/**
 * Files are named by their time, so that an alphabetical listing is the order of sending, and appear whole.
 * A mail holds `{ channel: 'email', at, to, subject, text, html }`, a text `{ channel: 'sms' | 'whatsapp', at, to, text }`.
 */
export function createOutbox(folder: string): Mailer & TextSender {
  let last = 0
  async function keep(message: object): Promise<string> {
    // Two of one millisecond keep their order too.
    last = Math.max(Date.now(), last + 1)
    const at = new Date(last).toISOString()
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

export interface KeptMessage {
  /** Of its file, and of the message where the wire asks for one. */
  readonly name: string
  readonly channel: 'email' | TextMessage['channel']
  readonly at: string
  readonly to: string
  readonly subject?: string
  readonly text: string
  readonly html?: string
}

/** Names of what is kept, newest first. */
export async function listOutbox(folder: string, limit: number): Promise<string[]> {
  const files = await readdir(folder).catch((error: NodeJS.ErrnoException) => {
    if (error.code === 'ENOENT') return []
    throw error
  })
  const names = files.filter((file) => FILE.test(file)).map((file) => file.slice(0, -'.json'.length))
  return names.sort().reverse().slice(0, limit)
}

/** Null for a name that is none, or a file that is gone or damaged. */
export async function readOutbox(folder: string, name: string): Promise<KeptMessage | null> {
  if (!FILE.test(`${name}.json`)) return null
  try {
    return { name, ...(JSON.parse(await readFile(join(folder, `${name}.json`), 'utf8')) as Omit<KeptMessage, 'name'>) }
  } catch {
    return null
  }
}

/** As `keep` names them: a time and a few random characters. */
const FILE = /^\d{4}-\d\d-\d\dT[\d-]+\.\d+Z-[0-9a-f]{8}\.json$/
