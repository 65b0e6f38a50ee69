/** What leaves for people's mailboxes and phones: queued, so that no answer waits for it or tells of it by its time. */
import type { Observe } from '@platform/http'

import type { AuthEvent } from './events.ts'

export interface Mail {
  readonly to: string
  readonly subject: string
  readonly text: string
  readonly html: string
}

export interface TextMessage {
  /** E.164 without the leading `+`. */
  readonly to: string
  readonly text: string
  readonly channel: 'sms' | 'whatsapp'
}

/** One file per way of sending; chosen by the server. */
export interface Mailer {
  sendMail(mail: Mail): Promise<void>
}

export interface TextSender {
  sendText(message: TextMessage): Promise<void>
}

export interface Messages {
  mail(mail: Mail): void
  text(message: TextMessage): void
  /** Runs `work`, which may look up whether there is anybody to write to, after the answer has left. */
  later(work: () => Promise<void>): void
  /** Resolves when everything begun so far has ended. */
  drain(): Promise<void>
}

export interface MessagesOptions {
  readonly mailer: Mailer
  readonly textSender: TextSender
  readonly observe: Observe<AuthEvent>
}

/** Beyond this, messages are dropped and reported: a dead mail server must not fill the memory. */
const MAX_PENDING = 1000

export function createMessages({ mailer, textSender, observe }: MessagesOptions): Messages {
  const pending = new Set<Promise<void>>()

  function begin(channel: 'email' | 'sms', work: () => Promise<void>): void {
    if (pending.size >= MAX_PENDING) {
      observe({ kind: 'auth.message-failed', channel, error: new Error('Too many messages are waiting') })
      return
    }
    const running = run(channel, work).finally(() => pending.delete(running))
    pending.add(running)
  }

  async function run(channel: 'email' | 'sms', work: () => Promise<void>): Promise<void> {
    try {
      await work()
    } catch (error) {
      observe({ kind: 'auth.message-failed', channel, error })
    }
  }

  return {
    mail: (mail) => begin('email', () => mailer.sendMail(mail)),
    text: (message) => begin('sms', () => textSender.sendText(message)),
    later: (work) => begin('email', work),
    async drain() {
      while (pending.size > 0) await Promise.all(pending)
    },
  }
}
