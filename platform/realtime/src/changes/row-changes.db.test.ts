/** Row changes as they reach a listener, from PostgreSQL's log and from the outbox (WIRE §4.8). */
import { afterAll, beforeAll, describe, expect, it } from 'vitest'

import { ada, bob } from '../../testing/bookshop.ts'
import { anon, person, service, startListening, type Listening } from '../../testing/listening.ts'

const books = { event: '*', schema: 'public', table: 'books' }

describe.each(['auto', 'outbox'] as const)('source %s', (source) => {
  let shop: Listening
  beforeAll(async () => {
    shop = await startListening({ source })
  })
  afterAll(() => shop[Symbol.asyncDispose]())

  it('starts with the first listener', async () => {
    expect(shop.events).toEqual([])
    const ear = await shop.listen(anon)
    await shop.ring(ear)
    expect(shop.events[0]).toMatchObject({
      kind: 'realtime.source-started',
      source: source === 'auto' ? 'decoding' : 'outbox',
    })
    ear.subscription.close()
  })

  it('tells inserts, updates and deletes in order', async () => {
    const ear = await shop.listen(person(ada), books)
    await shop.run(`insert into books (id, author, title, stock) values (1, '${ada}', 'Dune', 3)`)
    await shop.run(`update books set stock = 2 where id = 1`)
    await shop.run(`delete from books where id = 1`)
    const [insert, update, remove] = await ear.hears(3, 'books')
    expect(insert).toMatchObject({
      schema: 'public',
      type: 'INSERT',
      record: { id: 1, title: 'Dune', stock: 3, tags: null },
      errors: null,
    })
    expect(insert).not.toHaveProperty('old_record')
    expect(insert!.commit_timestamp).toMatch(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/)
    expect(update).toMatchObject({ type: 'UPDATE', record: { id: 1, stock: 2 }, old_record: { id: 1 } })
    expect(update!.old_record).toEqual({ id: 1 })
    expect(remove).toMatchObject({ type: 'DELETE', old_record: { id: 1 } })
    expect(remove).not.toHaveProperty('record')
    ear.subscription.close()
  })
})
