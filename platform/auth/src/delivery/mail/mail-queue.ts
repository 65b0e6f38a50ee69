/** auth.mail_queue: mails wait there, sealed, until a mail server has taken them; a restart loses none. */
import { systemSession, type Database, type WriteTransaction } from '@platform/database'
import type { Observe } from '@platform/http'

import type { AuthEvent } from '../../events.ts'
import type { Sealer } from '../../store/seal.ts'
import type { Mail, Mailer } from './mail.ts'

export interface MailQueue {
  /** Part of the transaction that the mail tells of. */
  add(tx: WriteTransaction, mail: Mail): Promise<void>
  /** Something is due; returns at once. */
  wake(): void
  /** Waits for what is being sent; the rest is sent after the next start. */
  close(): Promise<void>
}

export interface MailQueueOptions {
  readonly database: Database
  readonly mailer: Mailer
  readonly sealer: Sealer
  readonly observe: Observe<AuthEvent>
  readonly times?: Partial<QueueTimes>
}

interface QueueTimes {
  /** The first pause after a failure; each further one is three times as long. */
  readonly firstPauseMs: number
  readonly longestPauseMs: number
  /** Mails of before a restart, and those of a process that died, are found that often. */
  readonly pollMs: number
}

const defaultTimes: QueueTimes = { firstPauseMs: 5_000, longestPauseMs: 15 * 60_000, pollMs: 15_000 }
/** Then whoever waited has asked again, or will (RELIABILITY D-23). */
const GIVE_UP_HOURS = 24
/** Beyond this, new mails are dropped and reported: a mail server that is down for a day must not fill the disk. */
const MAX_QUEUED = 10_000
const SENDERS = 3
/** Longer than a mail server may take: the mail of a process that died meanwhile is free again. */
const LEASE_SECONDS = 120

interface Claimed {
  readonly id: string
  readonly sealed_mail: string
  readonly attempts: number
  readonly is_old: boolean
}

export function createMailQueue(options: MailQueueOptions): MailQueue {
  const { database, observe } = options
  const sending = new Set<Promise<void>>()
  const closing = new AbortController()
  let isWanted = false
  let retry: NodeJS.Timeout | null = null
  const poll = setInterval(wake, options.times?.pollMs ?? defaultTimes.pollMs).unref()

  /** NOTE: a mail that comes while all senders are on their way out must not wait for the poll. */
  function wake(): void {
    if (closing.signal.aborted) return
    if (sending.size >= SENDERS) {
      isWanted = true
      return
    }
    const running = sendDue().finally(() => {
      sending.delete(running)
      if (!isWanted) return
      isWanted = false
      wake()
    })
    sending.add(running)
  }

  function wakeAfter(pauseMs: number): void {
    retry ??= setTimeout(() => {
      retry = null
      wake()
    }, pauseMs + 10).unref()
  }

  async function sendDue(): Promise<void> {
    try {
      while (!closing.signal.aborted) {
        const claimed = await claim(database)
        if (claimed === null) return
        const pauseMs = await settle(options, claimed)
        if (pauseMs !== null) wakeAfter(pauseMs)
      }
    } catch (error) {
      // NOTE: while the database is away nothing can be claimed; the poll tries again.
      if (!closing.signal.aborted) observe({ kind: 'auth.mail-queue-stopped', error })
    }
  }

  return {
    add: (tx, mail) => addMail(tx, options, mail),
    wake,
    async close() {
      closing.abort()
      clearInterval(poll)
      if (retry !== null) clearTimeout(retry)
      await Promise.all(sending)
    },
  }
}

async function addMail(tx: WriteTransaction, { sealer, observe }: MailQueueOptions, mail: Mail): Promise<void> {
  const added = await tx.execute(
    `insert into auth.mail_queue (sealed_mail) select $1
     where (select count(*) from (select from auth.mail_queue limit $2) waiting) < $2`,
    [sealer.seal(JSON.stringify(mail)), MAX_QUEUED],
  )
  if (added > 0) return
  observe({ kind: 'auth.message-failed', channel: 'email', error: new Error('Too many mails are waiting') })
}

/** Sends one mail; answers the pause before its next attempt, or null when it is done with. */
async function settle(options: MailQueueOptions, claimed: Claimed): Promise<number | null> {
  const { database, mailer, sealer, observe } = options
  const { firstPauseMs, longestPauseMs } = { ...defaultTimes, ...options.times }
  const text = sealer.open(claimed.sealed_mail)
  const failure =
    text === null
      ? { error: new Error('The mail was sealed with secrets that are no longer known'), isFinal: true }
      : await trySending(mailer, JSON.parse(text) as Mail)
  if (failure !== null) observe({ kind: 'auth.message-failed', channel: 'email', error: failure.error })
  if (failure === null || failure.isFinal || claimed.is_old) {
    await remove(database, claimed.id)
    return null
  }
  const pauseMs = Math.min(longestPauseMs, firstPauseMs * 3 ** (claimed.attempts - 1)) * (0.8 + Math.random() * 0.4)
  await postpone(database, claimed.id, pauseMs)
  return pauseMs
}

/** Null when the mail server took it. A server's permanent refusal (RFC 5321 §4.2.1) is not tried again. */
async function trySending(mailer: Mailer, mail: Mail): Promise<{ error: unknown; isFinal: boolean } | null> {
  try {
    await mailer.sendMail(mail)
    return null
  } catch (error) {
    const { responseCode, code } = error as { responseCode?: unknown; code?: unknown }
    const isRefusal = typeof responseCode === 'number' && responseCode >= 500
    // NOTE: a wrong password or sender is the operator's to mend: the mails wait for that.
    return { error, isFinal: isRefusal && code === 'EENVELOPE' && isAboutRecipient(error) }
  }
}

function isAboutRecipient(error: unknown): boolean {
  const { rejected } = error as { rejected?: unknown }
  return Array.isArray(rejected) && rejected.length > 0
}

async function claim(database: Database): Promise<Claimed | null> {
  const [claimed] = await database.write(systemSession, (tx) =>
    tx.query<Claimed>(
      `update auth.mail_queue set attempts = attempts + 1, next_attempt_at = now() + make_interval(secs => $1)
       where id = (select id from auth.mail_queue where next_attempt_at <= now() order by next_attempt_at limit 1
         for update skip locked)
       returning id::text, sealed_mail, attempts, created_at < now() - make_interval(hours => $2) as is_old`,
      [LEASE_SECONDS, GIVE_UP_HOURS],
    ),
  )
  return claimed ?? null
}

function remove(database: Database, id: string): Promise<number> {
  return database.write(systemSession, (tx) => tx.execute('delete from auth.mail_queue where id = $1', [id]))
}

function postpone(database: Database, id: string, pauseMs: number): Promise<number> {
  return database.write(systemSession, (tx) =>
    tx.execute('update auth.mail_queue set next_attempt_at = now() + make_interval(secs => $2) where id = $1', [
      id,
      pauseMs / 1000,
    ]),
  )
}
