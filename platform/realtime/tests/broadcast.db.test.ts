import type { RealtimeChannel } from '@supabase/supabase-js'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'

import { joined } from '../testing/client.ts'
import { startRealtime, type RealtimeServer } from '../testing/realtime-server.ts'
import { tokenFor } from '../testing/tokens.ts'

let server: RealtimeServer
beforeAll(async () => {
  server = await startRealtime()
})
afterAll(() => server[Symbol.asyncDispose]())

/** What arrives under any event, in order. */
function heardOn(channel: RealtimeChannel): { payload: unknown; event: string }[] {
  const heard: { payload: unknown; event: string }[] = []
  channel.on('broadcast', { event: '*' }, ({ event, payload }) => heard.push({ event, payload }))
  return heard
}

const bytes = Uint8Array.from([1, 2, 3]).buffer

describe('broadcasts reach everybody on the topic, whatever protocol they speak (WIRE §4.5)', () => {
  test.each([
    { from: '1.0.0', to: '1.0.0' },
    { from: '1.0.0', to: '2.0.0' },
    { from: '2.0.0', to: '1.0.0' },
    { from: '2.0.0', to: '2.0.0' },
  ] as const)('JSON from $from to $to', async ({ from, to }) => {
    const topic = `shelf ${from} ${to} é`
    const listening = server.client('anon', { vsn: to }).channel(topic)
    const heard = heardOn(listening)
    await joined(listening)
    const speaking = await joined(server.client('anon', { vsn: from }).channel(topic))
    await speaking.send({ type: 'broadcast', event: 'sold', payload: { title: 'Émile', copies: 2 } })
    await expect.poll(() => heard).toEqual([{ event: 'sold', payload: { title: 'Émile', copies: 2 } }])
  })

  test('bytes reach those who can have them, and nobody else', async () => {
    const modern = server.client().channel('covers')
    const old = server.client('anon', { vsn: '1.0.0' }).channel('covers')
    const [heard, heardByOld] = [heardOn(modern), heardOn(old)]
    await Promise.all([joined(modern), joined(old)])
    const speaking = await joined(server.client().channel('covers'))
    await speaking.send({ type: 'broadcast', event: 'cover', payload: bytes })
    await speaking.send({ type: 'broadcast', event: 'end', payload: {} })
    await expect.poll(() => heardByOld).toEqual([{ event: 'end', payload: {} }])
    expect(heard).toEqual([
      { event: 'cover', payload: bytes },
      { event: 'end', payload: {} },
    ])
  })

  test('the sender hears itself only where it asks to', async () => {
    const quiet = server.client().channel('echo')
    const vain = server.client().channel('echo', { config: { broadcast: { self: true, ack: true } } })
    const [heardQuiet, heardVain] = [heardOn(quiet), heardOn(vain)]
    await Promise.all([joined(quiet), joined(vain)])
    await quiet.send({ type: 'broadcast', event: 'one', payload: {} })
    await expect.poll(() => heardVain.length).toBe(1)
    expect(await vain.send({ type: 'broadcast', event: 'two', payload: {} })).toBe('ok')
    await expect.poll(() => heardVain.map(({ event }) => event)).toEqual(['one', 'two'])
    await expect.poll(() => heardQuiet.map(({ event }) => event)).toEqual(['two'])
  })

  test('by HTTP: many at once, and one as it is', async () => {
    const old = server.client('anon', { vsn: '1.0.0' }).channel('news')
    const modern = server.client().channel('news')
    const [heardOld, heardModern] = [heardOn(old), heardOn(modern)]
    await Promise.all([joined(old), joined(modern)])
    const outside = server.client().channel('news')
    await outside.httpSend('first', { copies: 1 })
    await outside.httpSend('second', bytes)
    const batch = await server.fetch('/api/broadcast', {
      method: 'POST',
      headers: { apikey: tokenFor('anon'), 'content-type': 'application/json' },
      body: JSON.stringify({ messages: [{ topic: 'news', event: 'third', payload: { copies: 3 } }] }),
    })
    expect([batch.status, await batch.text()]).toEqual([202, ''])
    const third = { event: 'third', payload: { copies: 3 } }
    const first = { event: 'first', payload: { copies: 1 } }
    await expect.poll(() => heardModern).toEqual([first, { event: 'second', payload: bytes }, third])
    await expect.poll(() => heardOld).toEqual([first, third])
  })
})

test('by HTTP, a role that nobody may take is told so', async () => {
  const send = (token: string) =>
    server.fetch('/api/broadcast/private%3Aroom/events/secret?private=true', {
      method: 'POST',
      headers: { 'content-type': 'application/json', authorization: `Bearer ${token}` },
      body: '{"secret":"data"}',
    })
  const answer = await send(tokenFor('somebody', { role: 'potato' }))
  expect([answer.status, await answer.json()]).toEqual([422, { message: 'RLS policy error' }])
  expect((await send(tokenFor('somebody'))).status).toBe(403)
})
