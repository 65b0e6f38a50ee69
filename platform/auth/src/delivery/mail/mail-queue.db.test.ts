import { databaseMigrations, systemSession } from '@platform/database'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'

import { createTestDatabase, type TestDatabase } from '../../../../../tests/support/test-database.ts'
import type { AuthEvent } from '../../events.ts'
import { authMigrations } from '../../store/migrations.ts'
import { createSealer } from '../../store/seal.ts'
import { createMailQueue, type MailQueue } from './mail-queue.ts'
import type { Mail } from './mail.ts'

let database: TestDatabase
let queues: MailQueue[]
let sent: Mail[]
let events: AuthEvent[]
/** What the mail server does with the next mails; taken when empty. */
let refusals: Error[]

beforeEach(async () => {
  database = await createTestDatabase({ migrations: [databaseMigrations, authMigrations] })
  ;[queues, sent, events, refusals] = [[], [], [], []]
})
afterEach(async () => {
  await Promise.all(queues.map((queue) => queue.close()))
  await database.dispose()
})

function openQueue(times = {}, secret = 'one'): MailQueue {
  const queue = createMailQueue({
    database: database.databases.system,
    sealer: createSealer([secret]),
    observe: (event) => events.push(event),
    times: { firstPauseMs: 20, pollMs: 3_600_000, ...times },
    mailer: {
      async sendMail(mail) {
        const refusal = refusals.shift()
        if (refusal !== undefined) throw refusal
        sent.push(mail)
      },
    },
  })
  queues.push(queue)
  return queue
}

const mailTo = (to: string): Mail => ({ to, subject: 'Your code', text: '408213', html: '<p>408213</p>' })
const add = (queue: MailQueue, to: string) =>
  database.databases.system.write(systemSession, (tx) => queue.add(tx, mailTo(to)))
const rows = () =>
  database.databases.system.read(systemSession, (tx) =>
    tx.query<{ sealed_mail: string; attempts: number }>(
      'select sealed_mail, attempts from auth.mail_queue order by id',
    ),
  )
const sql = (text: string) => database.databases.system.write(systemSession, (tx) => tx.execute(text))
const down = () => Object.assign(new Error('connect ECONNREFUSED'), { code: 'ESOCKET' })

describe('the mail queue', () => {
  it('sends what is due, once, and keeps no copy', async () => {
    const queue = openQueue()
    await Promise.all(Array.from({ length: 20 }, (_, index) => add(queue, `ada${index}@shop.example`)))
    queue.wake()
    openQueue().wake()
    await vi.waitFor(async () => expect(await rows()).toEqual([]), 10_000)
    expect(new Set(sent.map(({ to }) => to)).size).toBe(20)
    expect(sent).toHaveLength(20)
  })

  it('holds no code that somebody could read', async () => {
    await add(openQueue(), 'ada@shop.example')
    const [{ sealed_mail: sealed } = { sealed_mail: '' }] = await rows()
    expect(Buffer.from(sealed, 'base64').toString('latin1')).not.toMatch(/408213|ada/)
  })

  it('keeps nothing of a transaction that failed', async () => {
    const queue = openQueue()
    const failing = database.databases.system.write(systemSession, async (tx) => {
      await queue.add(tx, mailTo('ada@shop.example'))
      throw new Error('no account after all')
    })
    await expect(failing).rejects.toThrow('no account')
    expect(await rows()).toEqual([])
  })

  it('D-23 tries again with growing pauses while the mail server is down', async () => {
    const queue = openQueue()
    refusals.push(down(), down(), down())
    await add(queue, 'ada@shop.example')
    queue.wake()
    await vi.waitFor(() => expect(sent).toHaveLength(1), 30_000)
    expect(events.filter(({ kind }) => kind === 'auth.message-failed')).toHaveLength(3)
    await vi.waitFor(async () => expect(await rows()).toEqual([]), 30_000)
  })

  it('D-23 loses nothing at a restart', async () => {
    const before = openQueue({ firstPauseMs: 3_600_000 })
    refusals.push(down())
    await add(before, 'ada@shop.example')
    before.wake()
    await vi.waitFor(() => expect(events).toHaveLength(1), 30_000)
    await before.close()
    await sql('update auth.mail_queue set next_attempt_at = now()')
    openQueue({ pollMs: 20 })
    await vi.waitFor(() => expect(sent.map(({ to }) => to)).toEqual(['ada@shop.example']), 10_000)
  })

  it('D-23 gives up after a day', async () => {
    const queue = openQueue({ firstPauseMs: 3_600_000 })
    refusals.push(down())
    await add(queue, 'ada@shop.example')
    await sql(`update auth.mail_queue set created_at = now() - interval '25 hours'`)
    queue.wake()
    await vi.waitFor(async () => expect(await rows()).toEqual([]), 10_000)
    expect(sent).toEqual([])
    expect(events).toHaveLength(1)
  })

  it('drops a mail whose mailbox does not exist, and keeps those that the operator’s settings hold back', async () => {
    const queue = openQueue({ firstPauseMs: 3_600_000 })
    const noMailbox = { code: 'EENVELOPE', responseCode: 550, rejected: ['nobody@shop.example'] }
    refusals.push(Object.assign(new Error('550 no such mailbox'), noMailbox))
    refusals.push(Object.assign(new Error('535 bad password'), { code: 'EAUTH', responseCode: 535 }))
    await add(queue, 'nobody@shop.example')
    queue.wake()
    await vi.waitFor(async () => expect(await rows()).toEqual([]), 10_000)
    await add(queue, 'ada@shop.example')
    queue.wake()
    await vi.waitFor(() => expect(events).toHaveLength(2), 10_000)
    expect(await rows()).toEqual([expect.objectContaining({ attempts: 1 })])
  })

  it('takes no more than the disk should hold', async () => {
    const queue = openQueue()
    await sql(`insert into auth.mail_queue (sealed_mail, next_attempt_at)
      select 'x', now() + interval '1 day' from generate_series(1, 10000)`)
    await add(queue, 'ada@shop.example')
    expect(await rows()).toHaveLength(10_000)
    expect(events).toEqual([{ kind: 'auth.message-failed', channel: 'email', error: expect.any(Error) }])
  })
})
