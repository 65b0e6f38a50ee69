/** Messages that SQL sends (WIRE §4.5). */
import { systemSession } from '@platform/database'
import { afterAll, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest'

import { rowsOf } from '../../../../tests/support/test-database.ts'
import { ada, bob } from '../../testing/bookshop.ts'
import { anon, person, startListening, type Listening } from '../../testing/listening.ts'

describe.each(['auto', 'outbox'] as const)('source %s', (source) => {
  let shop: Listening
  beforeAll(async () => {
    shop = await startListening({ source })
    await shop.run(`create policy "people send to their own channel" on realtime.messages for insert to authenticated
      with check (realtime.topic() = 'desk:' || auth.uid())`)
  })
  afterAll(() => shop[Symbol.asyncDispose]())
  beforeEach(() => shop.run('truncate realtime.messages'))

  async function listen() {
    // Whoever listens to rows knows that the stream runs.
    const ear = await shop.listen(anon)
    const { heard, stop } = shop.messages()
    const close = () => {
      stop()
      ear.subscription.close()
    }
    return { heard, close, ring: () => shop.ring(ear) }
  }

  it('tells what was sent, in order', async () => {
    const { heard, close } = await listen()
    await shop.run(`select realtime.send('{"n": 1}', 'counted', 'till', false);
      select realtime.send('{"n": 2, "id": "own"}', 'counted', 'till');
      select realtime.send_binary('\\xdeadbeef00', 'scanned', 'till')`)
    await vi.waitFor(() => expect(heard).toHaveLength(3), { timeout: 20_000, interval: 10 })
    expect(heard).toMatchObject([
      { topic: 'till', event: 'counted', isPrivate: false, binary: null },
      { topic: 'till', event: 'counted', isPrivate: true },
      { topic: 'till', event: 'scanned', isPrivate: true, payloadJson: null, binary: Buffer.from('deadbeef00', 'hex') },
    ])
    expect(JSON.parse(heard[0]!.payloadJson!)).toEqual({ n: 1, id: heard[0]!.id })
    expect(JSON.parse(heard[1]!.payloadJson!)).toEqual({ n: 2, id: 'own' })
    expect(Math.abs(heard[0]!.insertedAt.getTime() - Date.now())).toBeLessThan(60_000)
    close()
  })

  it('tells changes as triggers broadcast them', async () => {
    const { system } = shop.database.databases
    await system.write(systemSession, async (tx) => {
      await tx.execute(`create or replace function public.announce() returns trigger language plpgsql as $$
        begin
          perform realtime.broadcast_changes('till:' || new.id, tg_op, tg_op, tg_table_name, tg_table_schema, new, old);
          return null;
        end $$`)
      await tx.execute(
        'create trigger announce after insert or update on tills for each row execute function announce()',
      )
    })
    const { heard, close } = await listen()
    await shop.run('insert into tills values (1, 5)')
    await shop.run('update tills set cash = 6')
    await vi.waitFor(() => expect(heard).toHaveLength(2), { timeout: 20_000, interval: 10 })
    expect(heard[1]).toMatchObject({ topic: 'till:1', event: 'UPDATE', isPrivate: true })
    expect(JSON.parse(heard[1]!.payloadJson!)).toMatchObject({
      record: { id: 1, cash: 6 },
      old_record: { id: 1, cash: 5 },
      operation: 'UPDATE',
      table: 'tills',
      schema: 'public',
    })
    close()
  })

  it('lets people send only what the policies let through, and tells nothing that was rolled back', async () => {
    const { heard, close, ring } = await listen()
    const { gateway } = shop.database.databases
    await gateway.write({ ...person(ada) }, async (tx) => {
      await tx.query(`select realtime.send('{}', 'hello', 'desk:' || $1)`, [bob])
      await tx.query(`select realtime.send('{}', 'hello', 'desk:' || $1)`, [ada])
    })
    await gateway.write({ ...anon }, (tx) => tx.query(`select realtime.send('{}', 'hello', 'desk')`))
    await expect(shop.run(`select realtime.send('{}', 'never', 'till'); select 1 / 0`)).rejects.toThrow('division')
    await ring()
    await vi.waitFor(() => expect(heard).toHaveLength(1), { timeout: 20_000, interval: 10 })
    expect(heard[0]!.topic).toBe(`desk:${ada}`)
    close()
  })

  it('replays the newest private messages of a topic, oldest first', async () => {
    for (const n of [1, 2, 3]) await shop.run(`select realtime.send('{"n": ${n}}', 'counted', 'till')`)
    await shop.run(
      `select realtime.send('{"n": 4}', 'counted', 'till', false); select realtime.send('{}', 'x', 'other')`,
    )
    await shop.run(`insert into realtime.messages (topic, extension, event, private, inserted_at)
      values ('till', 'broadcast', 'old', true, now() at time zone 'utc' - interval '1 hour')`)
    const since = new Date(Date.now() - 60_000)
    const replayed = await shop.changes.sentMessages.replay('till', since, 2)
    expect(replayed.map(({ payloadJson }) => (JSON.parse(payloadJson!) as { n: number }).n)).toEqual([2, 3])
    expect(replayed[0]).toMatchObject({ topic: 'till', event: 'counted', isPrivate: true, binary: null })
  })
})

describe('realtime.messages', () => {
  it('has a partition per day, and lets go of what is old', async () => {
    const shop = await startListening()
    await shop.run(
      `insert into realtime.messages (topic, extension, inserted_at) values ('t', 'broadcast', '2020-01-01')`,
    )
    await shop.run(`create table realtime.messages_2020_01_02 partition of realtime.messages
      for values from ('2020-01-02') to ('2020-01-03')`)
    await shop.run(`select realtime.maintain_messages('3 days'); select realtime.maintain_messages('3 days')`)
    const partitions = await rowsOf<{ name: string }>(
      shop.database,
      `select relname as name from pg_inherits join pg_class on oid = inhrelid where inhparent = 'realtime.messages'::regclass order by 1`,
    )
    expect(partitions).toHaveLength(5)
    expect(partitions.map(({ name }) => name)).not.toContain('messages_2020_01_02')
    await shop.run(`select realtime.send('{}', 'e', 't')`)
    const [row] = await rowsOf<{ table: string; count: number }>(
      shop.database,
      `select tableoid::regclass::text as table, count(*) over ()::int as count from realtime.messages`,
    )
    expect(row).toMatchObject({ count: 1, table: expect.stringMatching(/^realtime\.messages_\d{4}_\d\d_\d\d$/) })
    await shop[Symbol.asyncDispose]()
  })
})
