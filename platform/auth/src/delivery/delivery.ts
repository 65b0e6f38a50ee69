/** What leaves for people's mailboxes and phones: queued, so that no answer waits for it or tells of it by its time. */
import type { WriteTransaction } from '@platform/database'
import type { Observe } from '@platform/http'

import type { Language } from '../config.ts'
import type { AuthEvent } from '../events.ts'
import type { MailQueue } from './mail/mail-queue.ts'
import type { Mail, Mailer } from './mail/mail.ts'
import { toTextError } from './texts/send-failure.ts'

export interface TextMessage {
  /** E.164 without the leading `+`. */
  readonly to: string
  readonly text: string
  readonly channel: 'sms' | 'whatsapp'
  /** What the text is about, for services that only send templates of their own. */
  readonly code: string
  readonly language: Language
}

/** One file per way of sending; chosen by the server. */
export interface TextSender {
  /** The service's own name of the message, null where it has none. @throws {SendFailure} */
  sendText(message: TextMessage): Promise<string | null>
}

/** Sends what was put in; call it after the commit. */
export type Send = () => void

export interface Delivery {
  /** Part of the transaction: a mail is kept exactly when that which it tells of has happened. */
  mail(tx: WriteTransaction, mail: Mail): Promise<Send>
  text(message: TextMessage): void
  /** Waits for the service, whose name of the message it answers. @throws {AuthError} `sms_send_failed` */
  textNow(message: TextMessage): Promise<string | null>
  /** Runs `work`, which may look up whether there is anybody to write to, after the answer has left. */
  later(work: () => Promise<void>): void
  /** Resolves when everything begun so far has ended. */
  drain(): Promise<void>
}

export interface DeliveryOptions {
  readonly mailer: Mailer
  readonly textSender: TextSender
  readonly observe: Observe<AuthEvent>
  /** Keeps mails in the database until a mail server has taken them; without it each is tried once. */
  readonly mailQueue?: MailQueue | null
}

/** Beyond this, messages are dropped and reported: a dead mail server must not fill the memory. */
const MAX_PENDING = 1000

export function createDelivery({ mailer, textSender, observe, mailQueue = null }: DeliveryOptions): Delivery {
  const pending = new Set<Promise<void>>()

  function begin(channel: 'email' | 'sms', work: () => Promise<unknown>): void {
    if (pending.size >= MAX_PENDING) {
      observe({ kind: 'auth.message-failed', channel, error: new Error('Too many messages are waiting') })
      return
    }
    const running = run(channel, work).finally(() => pending.delete(running))
    pending.add(running)
  }

  async function run(channel: 'email' | 'sms', work: () => Promise<unknown>): Promise<void> {
    try {
      await work()
    } catch (error) {
      observe({ kind: 'auth.message-failed', channel, error })
    }
  }

  return {
    async mail(tx, mail) {
      if (mailQueue === null) return () => begin('email', () => mailer.sendMail(mail))
      await mailQueue.add(tx, mail)
      return () => mailQueue.wake()
    },
    text: (message) => begin('sms', () => textSender.sendText(message)),
    async textNow(message) {
      try {
        return await textSender.sendText(message)
      } catch (error) {
        observe({ kind: 'auth.message-failed', channel: 'sms', error })
        throw toTextError(error)
      }
    },
    later: (work) => begin('email', work),
    async drain() {
      while (pending.size > 0) await Promise.all(pending)
      await mailQueue?.close()
    },
  }
}
