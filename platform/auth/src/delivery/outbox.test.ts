import { mkdtemp, readdir, readFile, rm, stat } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

import type { WriteTransaction } from '@platform/database'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'

import { createDelivery } from './delivery.ts'
import { createOutbox } from './outbox.ts'

let folder: string
beforeEach(async () => {
  folder = join(await mkdtemp(join(tmpdir(), 'outbox-')), 'deep', 'outbox')
})
afterEach(() => rm(join(folder, '..', '..'), { recursive: true }))

const mail = { to: 'ada@shop.example', subject: 'Hello', text: 'Hello', html: '<p>Hello</p>' }

describe('the outbox', () => {
  it('holds every message as a file of its own, in order, for the owner alone', async () => {
    const outbox = createOutbox(folder)
    await outbox.sendMail(mail)
    const name = await outbox.sendText({ to: '22177', text: 'Bonjour', channel: 'whatsapp', code: '1', language: 'fr' })
    const files = (await readdir(folder)).sort()
    expect(files).toHaveLength(2)
    expect(files[1]).toBe(`${name}.json`)
    const messages = await Promise.all(
      files.map(async (file) => JSON.parse(await readFile(join(folder, file), 'utf8')) as unknown),
    )
    expect(messages).toEqual([
      { channel: 'email', at: expect.stringMatching(/Z$/), ...mail },
      { channel: 'whatsapp', at: expect.stringMatching(/Z$/), to: '22177', text: 'Bonjour' },
    ])
    expect((await stat(join(folder, files[0]!))).mode & 0o777).toBe(0o600)
  })
})

it('the outbox keeps the order of messages that come within one millisecond', async () => {
  const outbox = createOutbox(folder)
  const texts = Array.from({ length: 50 }, (_, n) => ({
    to: '22177',
    text: `${n}`,
    channel: 'sms' as const,
    code: '1',
    language: 'fr' as const,
  }))
  const names = await Promise.all(texts.map((text) => outbox.sendText(text)))
  expect(names.map(String).toSorted()).toEqual(names)
  expect(await readdir(folder)).toHaveLength(50)
})

/** Without a queue no mail touches the database. */
const noTransaction = null as unknown as WriteTransaction

describe('messages', () => {
  it('that fail are reported, and hold nobody up', async () => {
    const events: unknown[] = []
    const failing = async () => {
      throw new Error('the pigeon is ill')
    }
    const messages = createDelivery({
      mailer: { sendMail: failing },
      textSender: { sendText: failing },
      observe: (event) => events.push(event),
    })
    ;(await messages.mail(noTransaction, mail))()
    messages.text({ to: '1', text: 'x', channel: 'sms', code: 'x', language: 'en' })
    await messages.drain()
    expect(events).toEqual([
      { kind: 'auth.message-failed', channel: 'email', error: expect.any(Error) },
      { kind: 'auth.message-failed', channel: 'sms', error: expect.any(Error) },
    ])
  })

  it('are dropped when too many wait', async () => {
    const { promise, resolve } = Promise.withResolvers<void>()
    const events: unknown[] = []
    const slow = { sendMail: () => promise, sendText: async () => null }
    const messages = createDelivery({ mailer: slow, textSender: slow, observe: (event) => events.push(event) })
    for (let index = 0; index < 1001; index += 1) (await messages.mail(noTransaction, mail))()
    expect(events).toHaveLength(1)
    resolve()
    await messages.drain()
  })
})
