/** The second draw of realtime: what is told of rows, from SQL and by HTTP. */
import { randomUUID } from 'node:crypto'

import { expect } from 'vitest'

import type { DrawnCase } from '../../drawn.ts'
import { chooses, delivers, follow, rowOf, within } from './rows.ts'
import { bytesOf, heardAlone, listen, listenPrivately, one } from './sent.ts'
import { freshTopic, type RealtimeWorld } from './world.ts'

type Case = DrawnCase<RealtimeWorld>
type Told = { readonly ids: number[]; readonly data: Record<string, unknown> & { columns: unknown[] } }

const columns = [
  { name: 'id', type: 'int4' },
  { name: 'details', type: 'text' },
  { name: 'binary_data', type: 'bytea' },
]

/** All tables of a schema, as frames; `did` is told the ids of what it changes by `details`. */
async function followSchema(world: RealtimeWorld, event: string) {
  const socket = await world.open()
  const wish = { event, schema: 'public' }
  const { response } = await socket.join('realtime:any', { postgres_changes: [wish] })
  const [{ id }] = response['postgres_changes'] as [{ id: number }]
  expect(response).toEqual({ postgres_changes: [{ ...wish, id }] })
  const told = { message: 'Subscribed to PostgreSQL', status: 'ok', extension: 'postgres_changes', channel: 'any' }
  expect(await socket.hear('system')).toEqual([told])
  return { id, hear: async (count: number) => (await socket.hear('postgres_changes', count)) as Told[] }
}

const insert = (details: string) => `insert into public.test (details) values ('${details}')`

const tellsOf =
  (wish: string, kinds: readonly ('INSERT' | 'UPDATE' | 'DELETE')[], details: string) =>
  async (world: RealtimeWorld): Promise<void> => {
    const { id, hear } = await followSchema(world, wish)
    await world.sql(insert(details))
    await world.sql(`update public.test set details = '${details}' where details = '${details}'`)
    await world.sql(`delete from public.test where details = '${details}'`)
    const told = await hear(kinds.length)
    expect(told.map(({ data }) => data['type'])).toEqual(kinds)
    const [key, record] = [{ id: expect.any(Number) }, { details, id: expect.any(Number) }]
    const rows = { INSERT: { record }, UPDATE: { record, old_record: key }, DELETE: { old_record: key } }
    for (const { ids, data } of told) {
      expect(ids).toEqual([id])
      expect(data).toMatchObject({ schema: 'public', table: 'test', errors: null, ...rows[data['type'] as 'INSERT'] })
      expect(data.columns).toMatchObject(columns)
    }
  }

const rows: readonly Case[] = [
  { from: 'E.1', run: tellsOf('INSERT', ['INSERT'], 'of E.1') },
  {
    from: 'E.2',
    async run(world) {
      const { hear } = await followSchema(world, 'INSERT')
      await world.sql(`insert into public.test (details, binary_data) values ('of E.2', '\\x0102030405')`)
      const [told] = await hear(1)
      expect(told!.data['record']).toMatchObject({ binary_data: '0102030405' })
    },
  },
  { from: 'E.3', run: tellsOf('UPDATE', ['UPDATE'], 'of E.3') },
  { from: 'E.4', run: tellsOf('DELETE', ['DELETE'], 'of E.4') },
  { from: 'D.11', run: delivers('details=is.null', null) },
  { from: 'D.12', run: delivers('details=match.^hel', 'hello') },
  {
    from: 'U.2',
    async run(world) {
      await world.sql('insert into public.pg_changes (id) values (9021), (9022)')
      await world.sql('insert into public.test (id) values (9021)')
      const heard = await follow(world, { event: 'UPDATE', filter: 'id=eq.9021' })
      // What is not meant comes first: where it is told of, it stands before what is.
      await world.sql(`update public.test set details = 'new' where id = 9021`)
      await world.sql(`update public.pg_changes set details = 'new' where id = 9022`)
      await world.sql(`update public.pg_changes set details = 'new' where id = 9021`)
      await expect
        .poll(() => heard.map((change) => [change.eventType, rowOf(change)['id']]), within)
        .toEqual([['UPDATE', 9021]])
    },
  },
  {
    from: 'U.5',
    async run(world) {
      const heard = await follow(world, { event: 'INSERT', filter: 'value=eq.of U.5' })
      await world.sql(`insert into public.pg_changes (value, details) values ('of U.5', 'all')`)
      await expect.poll(() => heard.map(({ eventType }) => eventType), within).toEqual(['INSERT'])
      expect(rowOf(heard[0]!)).toMatchObject({ id: expect.any(Number), value: 'of U.5', details: 'all' })
    },
  },
  {
    from: 'V.3',
    run: chooses('value=lt.b_TAG,value=like.%_TAG', [`('a_TAG', null, null)`, `('c_TAG', null, null)`], ['a_TAG null']),
  },
  {
    from: 'V.6',
    run: chooses(
      'value=gte.b_TAG,value=like.%_TAG',
      [`('a_TAG', null, null)`, `('c_TAG', null, null)`],
      ['c_TAG null'],
    ),
  },
  {
    from: 'V.12',
    run: chooses('value=imatch.^TAGabc', [`('TAGABC', null, null)`, `('TAGx', null, null)`], ['TAGABC null']),
  },
  {
    from: 'V.13',
    run: chooses(
      'value=isdistinct.other_TAG,value=like.%_TAG',
      [`('isd_TAG', null, null)`, `('other_TAG', null, null)`],
      ['isd_TAG null'],
    ),
  },
  {
    from: 'V.16',
    run: chooses(
      'value=like.TAGok%,details=not.like.skip%,nullable_value=is.null',
      [`('TAGok', 'keep', null)`, `('TAGok2', 'skipme', null)`],
      ['TAGok keep'],
    ),
  },
]

const broadcasts: readonly Case[] = [
  {
    from: 'B.11',
    async run(world) {
      const [[topic, heard], id] = [await listenPrivately(world), randomUUID()]
      await world.sql(`insert into public.broadcasts (id, value, topic) values ('${id}', 'old', '${topic}')`)
      await world.sql(`update public.broadcasts set value = 'new' where id = '${id}'`)
      const change = { schema: 'public', table: 'broadcasts', operation: 'UPDATE' }
      const payload = { ...change, record: { id, value: 'new' }, old_record: { id, value: 'old' } }
      await expect.poll(() => heard.at(-1), within).toMatchObject({ event: 'UPDATE', payload })
    },
  },
  {
    from: 'H.14',
    async run({ open }) {
      const replay = { limit: 2, since: Date.now() - 300_000 }
      expect(await (await open()).join('realtime:test', { broadcast: { replay } })).toEqual({
        status: 'error',
        response: { reason: 'UnableToReplayMessages: Replay is not allowed for public channels' },
      })
    },
  },
  {
    from: 'S.4',
    async run(world) {
      const topic = freshTopic()
      await world.allow(topic, 'select')
      const ready = { private: true, broadcast: { replication_ready: true } }
      const [, heardLive] = await listen(world, ready, topic)
      await world.sql(`select realtime.send('{"value": "old"}', 'old', '${topic}', true)`)
      await expect.poll(() => heardLive.length, within).toBe(1)
      const broadcast = { replication_ready: true, replay: { since: Date.now(), limit: 25 } }
      const [, heard] = await listen(world, { private: true, broadcast }, topic)
      await world.sql(`select realtime.send('{"value": "new"}', 'new', '${topic}', true)`)
      await expect.poll(() => heard.map(({ event }) => event), within).toEqual(['new'])
    },
  },
]

const byHttp: readonly Case[] = [
  {
    from: 'J.6',
    async run({ server }) {
      const answer = await server.fetch('/api/broadcast', { method: 'POST', headers: { 'x-api-key': 'potato' } })
      expect(answer.status).toBe(401)
    },
  },
  {
    from: 'J.9',
    async run(world) {
      const rooms = await Promise.all([1, 2, 3, 4, 5].map(() => listenPrivately(world)))
      for (const [topic] of rooms) await world.allow(topic, 'insert')
      const messages = rooms.map(([topic]) => ({ topic, event: `of ${topic}`, payload: { topic }, private: true }))
      expect((await world.post('', { messages }, { who: 'authenticated' })).status).toBe(202)
      for (const [topic, heard] of rooms)
        await expect
          .poll(() => heard, within)
          .toEqual([{ type: 'broadcast', event: `of ${topic}`, payload: { topic } }])
    },
  },
  {
    from: 'K.1',
    async run(world) {
      const payload = { text: 'hello', user: 'alice' }
      const old = await world.open()
      await old.join('realtime:room:123', { private: false })
      await heardAlone(world, 'room:123', payload)
      expect(await old.hear('broadcast')).toEqual([{ type: 'broadcast', event: 'message', payload }])
    },
  },
  {
    from: 'K.6',
    async run({ post }) {
      expect((await post(one('public:room', '?private=false'), { data: 'public' })).status).toBe(202)
    },
  },
  {
    from: 'K.10',
    async run(world) {
      const [topic, heard] = await listen(world, { private: false })
      const sent = await world.post(one(topic), new Uint8Array([1, 2, 3, 4, 5]), { type: 'application/octet-stream' })
      expect(sent.status).toBe(202)
      await expect.poll(() => heard.map(({ payload }) => bytesOf(payload)), within).toEqual([[1, 2, 3, 4, 5]])
    },
  },
]

export const secondRowCases: readonly Case[] = [...rows, ...broadcasts, ...byHttp]
