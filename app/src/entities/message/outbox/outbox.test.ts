/** What the outbox does where the device keeps nothing, and when somebody changes their mind. */
import { expect, test } from 'vitest'

import { orderedId } from '#data/outbox/ordered-id.ts'
import type { SealedRow } from '#entities/conversation/message-row.ts'

import type { PendingMessage } from '../message.ts'
import { Outbox, type OutboxSettings } from './outbox.ts'

const conversationId = '5f0c3c3e-0000-4000-8000-000000000001'

interface Device {
  kept: Map<string, PendingMessage>
  isLocked: boolean
}

function tabOf(device: Device, own: Partial<OutboxSettings> = {}) {
  const posted: string[] = []
  const outbox = new Outbox({
    store: {
      keep: (pending) => {
        if (device.isLocked) return Promise.reject(new Error('locked'))
        device.kept.set(pending.id, pending)
        return Promise.resolve()
      },
      drop: ({ id }) => Promise.resolve(void device.kept.delete(id)),
      read: () => Promise.resolve([...device.kept.values()]),
    },
    alone: (_, work) => work(),
    prepare: (pending) => Promise.resolve(pending),
    seal: ({ id }) => (device.isLocked ? Promise.reject(new Error('locked')) : Promise.resolve(sealedRow(id))),
    post: (row) => {
      posted.push(row.id)
      return Promise.resolve({ ...row, created_at: '', is_read: false, expires_at: null })
    },
    judge: () => ({ kind: 'held' }),
    retryLater: () => undefined,
    onSent: () => undefined,
    onFailed: () => undefined,
    onChange: () => undefined,
    ...own,
  })
  return { outbox, posted }
}

function sealedRow(id: string): SealedRow {
  const e2ee = { v: 1 as const, epoch: conversationId, d: '00000000', n: 1 }
  const content = { encrypted_content: '', iv: '', message_type: 'text', metadata: { e2ee } } as const
  return { id, conversation_id: conversationId, sender_id: conversationId, ...content }
}

function written(text: string, files: PendingMessage['files'] = []): PendingMessage {
  const body = { t: 'text', ts: 0, text } as const
  const state = { state: 'queued', failure: null, queuedAt: '' } as const
  return { id: orderedId(), conversationId, type: 'text', body, files, ...state }
}

test('what a device could not keep stays on the screen, and goes as soon as it can', async () => {
  const device = { kept: new Map(), isLocked: true }
  const { outbox, posted } = tabOf(device)
  const pending = written('Bonjour')
  outbox.add(pending)
  await outbox.flush(conversationId)
  const next = written('Et encore un mot')
  outbox.add(next)
  await outbox.flush(conversationId)
  await outbox.reload()
  expect(outbox.waiting).toMatchObject([
    { id: pending.id, state: 'queued' },
    { id: next.id, state: 'queued' },
  ])
  device.isLocked = false
  await outbox.flushAll()
  expect(posted).toEqual([pending.id, next.id])
  expect(outbox.waiting).toEqual([])
  expect(device.kept.size).toBe(0)
})

test('another tab never finds a message without the ones that were written before it', async () => {
  const device = { kept: new Map<string, PendingMessage>(), isLocked: false }
  const writing = Promise.withResolvers<undefined>()
  const picture = written('', [{ blob: new Blob(), width: 1, height: 1, thumbhash: null }])
  const words = written('C’est là')
  const { outbox } = tabOf(device, {
    store: {
      keep: async (pending, onHanded) => {
        if (pending.id === picture.id) await writing.promise
        device.kept.set(pending.id, pending)
        onHanded()
      },
      drop: ({ id }) => Promise.resolve(void device.kept.delete(id)),
      read: () => Promise.resolve([...device.kept.values()]),
    },
    alone: () => Promise.resolve(),
  })
  outbox.add(picture)
  outbox.add(words)
  const other = tabOf(device)
  for (let times = 0; times < 3; times += 1) await other.outbox.flushAll()
  expect(other.posted).toEqual([])
  writing.resolve(undefined)
  await expect.poll(() => device.kept.size).toBe(2)
  await other.outbox.flushAll()
  expect(other.posted).toEqual([picture.id, words.id])
})

test('what is taken back while its picture goes up is not sent', async () => {
  const device = { kept: new Map(), isLocked: false }
  const upload = Promise.withResolvers<undefined>()
  const begun = Promise.withResolvers<undefined>()
  const { outbox, posted } = tabOf(device, {
    prepare: async (pending) => {
      begun.resolve(undefined)
      await upload.promise
      return { ...pending }
    },
  })
  const pending = written('', [{ blob: new Blob(), width: 1, height: 1, thumbhash: null }])
  outbox.add(pending)
  await begun.promise
  await outbox.discard(pending.id)
  upload.resolve(undefined)
  await outbox.flushAll()
  expect(posted).toEqual([])
  expect(outbox.waiting).toEqual([])
  expect(device.kept.size).toBe(0)
})

test('what another tab takes back while this one seals it is not sent', async () => {
  const device = { kept: new Map(), isLocked: false }
  const sealing = Promise.withResolvers<SealedRow>()
  const begun = Promise.withResolvers<undefined>()
  const { outbox, posted } = tabOf(device, {
    seal: () => {
      begun.resolve(undefined)
      return sealing.promise
    },
  })
  const other = tabOf(device).outbox
  const pending = written('Non')
  outbox.add(pending)
  await begun.promise
  await other.reload()
  await outbox.reload()
  await other.discard(pending.id)
  await outbox.reload()
  sealing.resolve(sealedRow(pending.id))
  await outbox.flush(conversationId)
  expect(posted).toEqual([])
  expect(device.kept.size).toBe(0)
})

test('a message is posted once the browser has it to keep, before it is told that it is kept, and never before', async () => {
  const device = { kept: new Map(), isLocked: false }
  const [handing, keeping, posting] = [0, 1, 2].map(() => Promise.withResolvers<undefined>())
  const sealing = Promise.withResolvers<undefined>()
  const { outbox, posted } = tabOf(device, {
    store: {
      keep: async (pending, onHanded) => {
        await handing!.promise
        device.kept.set(pending.id, pending)
        onHanded()
        await keeping!.promise
      },
      drop: ({ id }) => Promise.resolve(void device.kept.delete(id)),
      read: () => Promise.resolve([...device.kept.values()]),
    },
    seal: ({ id }) => {
      sealing.resolve(undefined)
      return Promise.resolve(sealedRow(id))
    },
    onChange: (waiting) => waiting.some(({ state }) => state === 'posting') && posting!.resolve(undefined),
  })
  await outbox.reload()
  const pending = written('Bonjour')
  outbox.add(pending)
  await sealing.promise
  await new Promise((resolve) => void setImmediate(resolve))
  expect(posted).toEqual([])
  handing!.resolve(undefined)
  await posting!.promise
  expect(posted).toEqual([pending.id])
  expect([...device.kept.keys()]).toEqual([pending.id])
  keeping!.resolve(undefined)
  await outbox.flush(conversationId)
  expect(posted).toEqual([pending.id])
  expect(device.kept.size).toBe(0)
})

test('what was there already and is gone since was sent', async () => {
  const device = { kept: new Map(), isLocked: false }
  const failed: PendingMessage[] = []
  const { outbox } = tabOf(device, { post: () => Promise.resolve(null), onFailed: (pending) => failed.push(pending) })
  outbox.add(written('Bref'))
  await outbox.flush(conversationId)
  expect(outbox.waiting).toEqual([])
  expect(failed).toEqual([])
})
