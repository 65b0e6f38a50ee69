/** Joins that have no configuration: clients of the first generation name rows by the topic (WIRE §4.4). */
import { afterAll, beforeAll, expect, test } from 'vitest'

import { ada, bookshop } from '../../testing/bookshop.ts'
import { openRaw, type RawClient } from '../../testing/raw-client.ts'
import { startRealtime, type RealtimeServer } from '../../testing/realtime-server.ts'
import { tokenFor } from '../../testing/tokens.ts'

let server: RealtimeServer
beforeAll(async () => {
  server = await startRealtime({ fixtures: bookshop })
})
afterAll(() => server[Symbol.asyncDispose]())

const within = { timeout: 20_000 }
const run = (text: string) => server.database.databases.system.write(asSystem, (tx) => tx.execute(text))
const asSystem = { role: 'none', claims: {} } as const

const of = ({ frames }: RawClient, topic: string, isWanted: (event: string) => boolean) =>
  frames.flatMap(([, , at, event, payload]) =>
    at === topic && isWanted(event) ? [{ event, payload: payload as Record<string, unknown> }] : [],
  )
const changesOf = (client: RawClient, topic: string) =>
  of(client, topic, (event) => !/^(?:phx_|system|presence)/.test(event))

async function join(client: RawClient, topic: string, payload: object = {}): Promise<void> {
  const reply = client.reply(`join ${topic}`)
  client.send(`join ${topic}`, `join ${topic}`, topic, 'phx_join', payload)
  expect((await reply).status).toBe('ok')
  await expect.poll(() => of(client, topic, (event) => event === 'system'), within).toHaveLength(1)
}

test('changes come as events of their kind, with the change itself', async () => {
  const client = await openRaw(server.origin, tokenFor(ada))
  const modern = await openRaw(server.origin, tokenFor(ada))
  const [table, filtered, all] = ['realtime:public:books', 'realtime:public:books:id=eq.2', 'realtime:*']
  for (const topic of [table, filtered, all]) await join(client, topic, { user_token: tokenFor(ada) })
  const books = { event: '*', schema: 'public', table: 'books' }
  await join(modern, table, { config: { postgres_changes: [books] } })

  await run(`insert into public.books (id, title, stock) values (1, 'Dune', 3), (2, 'Emma', 1)`)
  await expect.poll(() => changesOf(client, table), within).toHaveLength(2)
  await run('update public.books set stock = 9 where id = 1')
  await expect.poll(() => changesOf(client, table), within).toHaveLength(3)
  await run('delete from public.books where id = 1')
  await run('insert into warehouse.crates values (7, 70)')
  await expect.poll(() => changesOf(client, all), within).toHaveLength(5)

  const place = { schema: 'public', table: 'books', errors: null, commit_timestamp: expect.any(String) }
  const columns = expect.arrayContaining([{ name: 'id', type: 'int8' }])
  expect(changesOf(client, table)).toMatchObject([
    { event: 'INSERT', payload: { ...place, columns, type: 'INSERT', record: { id: 1, title: 'Dune', stock: 3 } } },
    { event: 'INSERT', payload: { ...place, type: 'INSERT', record: { id: 2 } } },
    { event: 'UPDATE', payload: { ...place, type: 'UPDATE', record: { id: 1, stock: 9 }, old_record: { id: 1 } } },
    { event: 'DELETE', payload: { ...place, type: 'DELETE', old_record: { id: 1 } } },
  ])
  expect(changesOf(client, filtered)).toMatchObject([{ event: 'INSERT', payload: { record: { id: 2 } } }])
  expect(changesOf(client, all).at(-1)).toMatchObject({ event: 'INSERT', payload: { schema: 'warehouse' } })
  for (const { payload } of changesOf(client, table)) expect(Object.keys(payload)).not.toContain('ids')

  // Whoever joins with a configuration hears the same changes in the form of today.
  await expect.poll(() => changesOf(modern, table), within).toHaveLength(4)
  expect(changesOf(modern, table).map(({ event }) => event)).toEqual(Array(4).fill('postgres_changes'))
  expect(changesOf(modern, table).map(({ payload }) => payload['data'])).toEqual(
    changesOf(client, table).map(({ payload }) => payload),
  )
})

test('policies say which of them', async () => {
  const topic = 'realtime:public:diaries'
  const [visitor, author] = [await openRaw(server.origin), await openRaw(server.origin, tokenFor(ada))]
  for (const client of [visitor, author]) await join(client, topic)
  await run(`insert into public.diaries values (1, '${ada}', 'mine', false), (2, '${ada}', 'everybody’s', true)`)
  await expect.poll(() => changesOf(author, topic), within).toHaveLength(2)
  await expect.poll(() => changesOf(visitor, topic), within).toHaveLength(1)
  expect(changesOf(visitor, topic)).toMatchObject([{ event: 'INSERT', payload: { record: { id: 2 } } }])
})
