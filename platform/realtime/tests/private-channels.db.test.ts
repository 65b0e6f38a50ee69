import type { RealtimeChannel, SupabaseClient } from '@supabase/supabase-js'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'

import { createAuthorization } from '../src/authorization.ts'
import type { RealtimeEvent } from '../src/events.ts'
import { joined } from '../testing/client.ts'
import { asOwner } from '../testing/database-owner.ts'
import { startRealtime, type RealtimeServer } from '../testing/realtime-server.ts'
import { rooms } from '../testing/rooms.ts'
import { ada, bob, tokenFor } from '../testing/tokens.ts'

let server: RealtimeServer
beforeAll(async () => {
  server = await startRealtime({
    fixtures: rooms,
    config: { times: { rightsAge: 0 }, rates: { presencesPerChannel: 50 } },
  })
  await asOwner(
    server.database,
    `insert into public.room_guests values
       ('attic', '${ada}', true), ('attic', '${bob}', true), ('cellar', '${ada}', true), ('cellar', '${bob}', false),
       ('gallery', '${ada}', true), ('gallery', '${bob}', true),
       ('library', '${ada}', true), ('library', '${bob}', true)`,
  )
})
afterAll(() => server[Symbol.asyncDispose]())

const config = { private: true, broadcast: { ack: true } }

const room = (client: SupabaseClient, topic: string) => client.channel(topic, { config })

function heardOn(channel: RealtimeChannel): string[] {
  const heard: string[] = []
  channel.on('broadcast', { event: '*' }, ({ event }) => heard.push(event))
  return heard
}

function systemOn(channel: RealtimeChannel): string[] {
  const messages: string[] = []
  channel.on('system', {}, ({ message }: { message: string }) => messages.push(message))
  return messages
}

describe('private channels belong to whom row-level security admits (WIRE §4.7)', () => {
  test('W-05 the same name in public is another topic: guests hear each other, nobody else does', async () => {
    const [hers, his] = [room(server.client(ada), 'attic'), room(server.client(bob), 'attic')]
    const outside = server.client(bob).channel('attic')
    const [heard, heardOutside] = [heardOn(his), heardOn(outside)]
    await Promise.all([joined(hers), joined(his), joined(outside)])
    expect(await hers.send({ type: 'broadcast', event: 'hush', payload: {} })).toBe('ok')
    await expect.poll(() => heard).toEqual(['hush'])
    expect(heardOutside).toEqual([])
  })

  test.each([
    { who: 'anon', topic: 'attic' },
    { who: bob, topic: 'nowhere' },
    { who: bob, topic: 'broken room' },
  ])('W-05 $who is told that $topic is not theirs to read', async ({ who, topic }) => {
    await expect(joined(room(server.client(who), topic))).rejects.toThrow(
      `Unauthorized: You do not have permissions to read from this Channel topic: ${topic}`,
    )
  })

  test('W-05 who may only listen is not heard, and is told so where they asked', async () => {
    const [hers, his] = [room(server.client(ada), 'cellar'), room(server.client(bob), 'cellar')]
    const heard = heardOn(hers)
    await Promise.all([joined(hers), joined(his)])
    const answer = await his.send({ type: 'broadcast', event: 'shout', payload: {} })
    expect([answer, heard]).toEqual(['error', []])
  })

  test('the rights of several are one question, and each has an answer of their own', async () => {
    const failures: RealtimeEvent[] = []
    const { readRights } = createAuthorization({
      database: server.database.databases.gateway,
      observe: (event) => failures.push(event),
    })
    const person = (sub: string) => ({ role: 'authenticated', claims: { role: 'authenticated', sub } })
    const visitor = { role: 'anon', claims: { role: 'anon' } }
    const stranger = person('cccccccc-0000-4000-8000-000000000003')
    const rights = await readRights([visitor, person(ada), stranger, person(bob)], 'cellar')
    expect(rights.map(({ broadcast }) => broadcast)).toEqual([false, true, false, true])
    expect(failures).toEqual([])
  })

  test('W-05 by HTTP: refused alone, skipped among others', async () => {
    const his = room(server.client(bob), 'cellar')
    await expect(his.httpSend('shout', {})).rejects.toThrow('Unauthorized')
    const heard = heardOn(await joined(his))
    const messages = ['shout', 'whisper'].map((event) => ({ topic: 'cellar', event, payload: {}, private: true }))
    const post = (who: string, sent: object[]) =>
      server.fetch('/api/broadcast', {
        method: 'POST',
        headers: { authorization: `Bearer ${tokenFor(who)}`, 'content-type': 'application/json' },
        body: JSON.stringify({ messages: sent }),
      })
    expect((await post(bob, messages.slice(0, 1))).status).toBe(202)
    expect((await post('anon', messages.slice(0, 1))).status).toBe(202)
    expect((await post(ada, messages.slice(1))).status).toBe(202)
    await expect.poll(() => heard).toEqual(['whisper'])
  })

  test('W-04 who is removed from the list hears nothing more, and is shut out', async () => {
    const [hers, his] = [room(server.client(ada), 'gallery'), room(server.client(bob), 'gallery')]
    const [heard, messages] = [heardOn(his), systemOn(his)]
    await Promise.all([joined(hers), joined(his)])
    await hers.send({ type: 'broadcast', event: 'hello', payload: {} })
    await expect.poll(() => heard).toEqual(['hello'])
    await asOwner(server.database, `delete from public.room_guests where topic = 'gallery' and user_id = '${bob}'`)
    await hers.send({ type: 'broadcast', event: 'secret', payload: {} })
    await expect
      .poll(() => messages)
      .toEqual(['You no longer have permission to read from this Channel topic: gallery'])
    expect(heard).toEqual(['hello'])
  })

  test('W-04 who may no longer speak is no longer heard', async () => {
    const [hers, his] = [room(server.client(ada), 'library'), room(server.client(bob), 'library')]
    await Promise.all([joined(hers), joined(his)])
    const say = () => his.send({ type: 'broadcast', event: 'shout', payload: {} }, { timeout: 2_000 })
    expect(await say()).toBe('ok')
    await asOwner(server.database, `update public.room_guests set may_speak = false where topic = 'library'`)
    await expect.poll(say, { timeout: 30_000 }).toBe('error')
    const heard = heardOn(hers)
    await say()
    expect(heard).toEqual([])
  })

  test('W-04 a token of another user closes the channel, one of the same user renews it', async () => {
    const client = server.client(ada)
    const channel = await joined(room(client, 'attic'))
    const messages = systemOn(channel)
    await client.realtime.setAuth(tokenFor(ada, { session: 'renewed' }))
    expect(await channel.send({ type: 'broadcast', event: 'hush', payload: {} })).toBe('ok')
    await client.realtime.setAuth(tokenFor(bob))
    await expect.poll(() => messages).toEqual(['The token is of another user'])
    await expect.poll(() => channel.state).toBe('closed')
  })

  test('W-04 at expiry the channel says so and closes', async () => {
    const token = tokenFor(ada, { exp: Math.floor(Date.now() / 1000) + 2 })
    const channel = await joined(room(server.client(ada, { token }), 'attic'))
    const messages = systemOn(channel)
    await expect.poll(() => messages[0], { timeout: 30_000 }).toMatch(/^Token has expired \d+ seconds ago$/)
    await expect.poll(() => channel.state).toBe('closed')
  })
})
