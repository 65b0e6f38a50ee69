/** Drawn cases of what comes to channels from SQL and by HTTP. */
import { randomUUID } from 'node:crypto'

import type { RealtimeChannelOptions } from '@supabase/supabase-js'
import { expect } from 'vitest'

import type { DrawnCase } from '../../drawn.ts'
import { freshTopic, joined, type RealtimeWorld } from './world.ts'

type Case = DrawnCase<RealtimeWorld>
type Heard = { readonly event: string; readonly payload?: unknown; readonly meta?: object }

const within = { timeout: 20_000 }

/** By the official client, on a channel that it may read and write. */
export async function listen(
  world: RealtimeWorld,
  config: RealtimeChannelOptions['config'],
  topic = freshTopic(),
): Promise<[string, Heard[]]> {
  const heard: Heard[] = []
  const channel = world.as('authenticated').channel(topic, { config })
  channel.on('broadcast', { event: '*' }, (message) => heard.push(message))
  await joined(channel)
  return [topic, heard]
}

export async function listenPrivately(world: RealtimeWorld): Promise<[string, Heard[]]> {
  const topic = freshTopic()
  await world.allow(topic, 'select')
  return listen(world, { private: true, broadcast: { replication_ready: true } }, topic)
}

const bytes = [0xde, 0xad, 0xbe, 0xef, 0x00, 0xff]
const change = { schema: 'public', table: 'broadcasts' }
const insertInto = (topic: string, id: string) =>
  `insert into public.broadcasts (id, value, topic) values ('${id}', 'new', '${topic}')`

async function insertIsTold(world: RealtimeWorld): Promise<void> {
  const [[topic, heard], id] = [await listenPrivately(world), randomUUID()]
  await world.sql(insertInto(topic, id))
  await expect
    .poll(() => heard, within)
    .toMatchObject([
      {
        event: 'INSERT',
        payload: { ...change, operation: 'INSERT', record: { id, value: 'new' }, old_record: null },
      },
    ])
}

async function deleteIsTold(world: RealtimeWorld): Promise<void> {
  const [[topic, heard], id] = [await listenPrivately(world), randomUUID()]
  await world.sql(insertInto(topic, id))
  await world.sql(`delete from public.broadcasts where id = '${id}'`)
  await expect
    .poll(() => heard.at(-1), within)
    .toMatchObject({
      event: 'DELETE',
      payload: { ...change, operation: 'DELETE', record: null, old_record: { id, value: 'new' } },
    })
}

export const bytesOf = (payload: unknown) => [...new Uint8Array(payload as ArrayBuffer)]

const fromSql: readonly Case[] = [
  { from: 'B.10', run: insertIsTold },
  { from: 'R.1', run: insertIsTold },
  { from: 'R.3', run: deleteIsTold },
  {
    from: 'B.15',
    async run(world) {
      const [topic, heard] = await listen(world, { private: false, broadcast: { self: true } })
      await world.sql(`select realtime.send(json_build_object('value', 'v'::text)::jsonb, 'e', '${topic}', false)`)
      await expect.poll(() => heard, within).toMatchObject([{ type: 'broadcast', event: 'e', payload: { value: 'v' } }])
    },
  },
  {
    from: 'Q.1',
    async run(world) {
      const [topic, heard] = await listenPrivately(world)
      await world.sql(`select realtime.send_binary('\\xdeadbeef00ff'::bytea, 'e', '${topic}', true)`)
      await expect.poll(() => heard.map(({ payload }) => bytesOf(payload)), within).toEqual([bytes])
    },
  },
  {
    from: 'S.2',
    async run(world) {
      const topic = freshTopic()
      await world.allow(topic, 'select')
      const since = Date.now() - 1_000
      await world.sql(`insert into realtime.messages (topic, event, extension, private, binary_payload)
        values ('${topic}', 'e', 'broadcast', true, '\\xdeadbeef00ff')`)
      const [, heard] = await listen(world, { private: true, broadcast: { replay: { since, limit: 1 } } }, topic)
      await expect.poll(() => heard.map(({ payload }) => bytesOf(payload)), within).toEqual([bytes])
      expect(heard[0]?.meta).toMatchObject({ replayed: true })
    },
  },
]

export const one = (topic: string, more = '') => `/${encodeURIComponent(topic)}/events/message${more}`

export async function heardAlone(world: RealtimeWorld, topic: string, payload: object): Promise<void> {
  const [, heard] = await listen(world, { private: false }, topic)
  expect((await world.post(one(topic), payload)).status).toBe(202)
  await expect.poll(() => heard, within).toEqual([{ type: 'broadcast', event: 'message', payload }])
}

const byHttp: readonly Case[] = [
  {
    from: 'J.2',
    async run({ post }) {
      const [blank, payload] = [["can't be blank"], { data: 'data' }]
      const messages = [{ topic: 'topic' }, { payload }, { topic: 'topic', payload, event: 'event' }]
      const answer = await post('', { messages })
      expect([answer.status, await answer.json()]).toEqual([
        422,
        { errors: { messages: [{ payload: blank, event: blank }, { topic: blank, event: blank }, {}] } },
      ])
    },
  },
  {
    from: 'J.10',
    async run(world) {
      const rooms = await Promise.all([1, 2, 3, 4, 5].map(() => listenPrivately(world)))
      for (const [topic] of rooms) await world.allow(topic, 'insert')
      const [open, heardOpenly] = await listen(world, { private: false })
      const messages = rooms.map(([topic]) => ({ topic, event: `of ${topic}`, payload: { topic }, private: true }))
      const all = [...messages, { topic: open, event: 'open', payload: { content: 'all' } }]
      expect((await world.post('', { messages: all }, { who: 'authenticated' })).status).toBe(202)
      for (const [topic, heard] of rooms)
        await expect
          .poll(() => heard, within)
          .toEqual([{ type: 'broadcast', event: `of ${topic}`, payload: { topic } }])
      await expect.poll(() => heardOpenly, within).toMatchObject([{ event: 'open', payload: { content: 'all' } }])
    },
  },
  { from: 'K.3', run: (world) => heardAlone(world, 'room:456', {}) },
  { from: 'K.4', run: (world) => heardAlone(world, 'room:lobby:main', { data: 'test' }) },
  {
    from: 'K.12',
    async run({ post }) {
      const answer = await post(one('large'), new Uint8Array(3_000_001), { type: 'application/octet-stream' })
      expect([answer.status, await answer.json()]).toEqual([
        422,
        { errors: { payload: ['Payload size exceeds tenant limit'] } },
      ])
    },
  },
  {
    from: 'K.15',
    async run({ post }) {
      const answer = await post(one('charset'), { data: 'test' }, { type: 'application/json; charset=utf-8' })
      expect(answer.status).toBe(202)
    },
  },
  {
    from: 'K.17',
    async run({ post, serverWith }) {
      const strict = await serverWith({ rates: { broadcastsPerUser: 2 } })
      const flood = Array.from({ length: 50 }, () => post(one('flood'), {}, { who: 'flooder', at: strict }))
      const answers = await Promise.all(flood)
      expect(answers.map(({ status }) => status)).toContain(429)
    },
  },
  {
    from: 'K.18',
    async run({ post }) {
      const answer = await post(one('private:room', '?private=true'), { secret: 'data' })
      expect([answer.status, await answer.json()]).toEqual([403, { message: 'Unauthorized' }])
    },
  },
]

export const sentCases: readonly Case[] = [...fromSql, ...byHttp]
