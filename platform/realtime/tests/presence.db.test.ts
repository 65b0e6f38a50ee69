import type { RealtimeChannel, SupabaseClient } from '@supabase/supabase-js'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'

import { joined } from '../testing/client.ts'
import { startRealtime, type RealtimeServer } from '../testing/realtime-server.ts'
import { ada, bob } from '../testing/tokens.ts'

let server: RealtimeServer
beforeAll(async () => {
  server = await startRealtime()
})
afterAll(() => server[Symbol.asyncDispose]())

const reader = (client: SupabaseClient, topic: string, key: string) => {
  const channel = client.channel(topic, { config: { presence: { key } } })
  channel.on('presence', { event: 'sync' }, () => {})
  return channel
}

/** What everybody has said about themselves, by key. */
function stateOf(channel: RealtimeChannel): Record<string, unknown[]> {
  const state = Object.entries(channel.presenceState())
  return Object.fromEntries(state.map(([key, metas]) => [key, metas.map(({ presence_ref: _ref, ...meta }) => meta)]))
}

describe('presence (WIRE §4.6)', () => {
  test('joins, changes and leaves reach everybody, whoever came first', async () => {
    const early = await joined(reader(server.client(ada), 'lobby', 'ada'))
    expect(await early.track({ shelf: 1 })).toBe('ok')
    const seenByAda = { shelf: 1, verified_sub: ada }
    await expect.poll(() => stateOf(early)).toEqual({ ada: [seenByAda] })
    const late = await joined(reader(server.client(bob, { vsn: '1.0.0' }), 'lobby', 'bob'))
    await late.track({ shelf: 2 })
    const both = { ada: [seenByAda], bob: [{ shelf: 2, verified_sub: bob }] }
    await expect.poll(() => stateOf(late)).toEqual(both)
    await expect.poll(() => stateOf(early)).toEqual(both)
    await early.track({ shelf: 3 })
    await expect.poll(() => stateOf(late)['ada']).toEqual([{ shelf: 3, verified_sub: ada }])
    await late.untrack()
    await expect.poll(() => Object.keys(stateOf(early))).toEqual(['ada'])
    await early.unsubscribe()
    await expect.poll(() => stateOf(late)).toEqual({})
  })

  test('a lost connection leaves, also without a word', async () => {
    const client = server.client(bob)
    const leaving = await joined(reader(client, 'stairs', 'bob'))
    const staying = await joined(reader(server.client(ada), 'stairs', 'ada'))
    await leaving.track({})
    await expect.poll(() => Object.keys(stateOf(staying))).toEqual(['bob'])
    await client.realtime.disconnect()
    await expect.poll(() => stateOf(staying)).toEqual({})
  })

  test('who tracks without listening is shown what there is', async () => {
    const here = await joined(reader(server.client(ada), 'yard', 'ada'))
    await here.track({ shelf: 1 })
    const silent = await joined(server.client(bob).channel('yard', { config: { presence: { key: 'bob' } } }))
    await silent.track({ shelf: 2 })
    await expect.poll(() => Object.keys(stateOf(silent)).sort()).toEqual(['ada', 'bob'])
  })

  test('W-07 whoever claims to be another carries their own verified name', async () => {
    const channel = await joined(reader(server.client(bob), 'mirror', ada))
    await channel.track({ verified_sub: ada, ['__proto__']: { isAdmin: true } })
    await expect.poll(() => stateOf(channel)[ada]).toHaveLength(1)
    const [meta] = stateOf(channel)[ada] as Record<string, unknown>[]
    expect([meta?.['verified_sub'], meta?.['isAdmin']]).toEqual([bob, undefined])
  })

  test('W-07 a meta of more than 4 kB shuts the channel', async () => {
    const channel = await joined(reader(server.client(), 'scale', 'fat'))
    const messages: string[] = []
    channel.on('system', {}, ({ message }: { message: string }) => messages.push(message))
    void channel.track({ text: 'a'.repeat(5_000) })
    await expect.poll(() => messages).toEqual(['Track message size exceeded'])
    await expect.poll(() => channel.state).toBe('closed')
  })

  test('W-07 the sixth call within 30 s shuts the channel', async () => {
    const channel = await joined(reader(server.client(), 'carousel', 'quick'))
    const messages: string[] = []
    channel.on('system', {}, ({ message }: { message: string }) => messages.push(message))
    for (let turn = 0; turn < 5; turn += 1) expect(await channel.track({ turn })).toBe('ok')
    void channel.track({ turn: 6 })
    await expect.poll(() => messages).toEqual(['Client presence rate limit exceeded'])
  })

  test('W-14 a broadcast names its verified sender, whatever it claims', async () => {
    const listening = server.client(ada).channel('letters')
    const heard: unknown[] = []
    listening.on('broadcast', { event: 'typing' }, ({ meta }) => heard.push(meta))
    await joined(listening)
    for (const vsn of ['1.0.0', '2.0.0'] as const) {
      const forger = await joined(server.client(bob, { vsn }).channel('letters'))
      await forger.send({ type: 'broadcast', event: 'typing', payload: { sender: ada }, meta: { verified_sub: ada } })
      await forger.unsubscribe()
    }
    await expect.poll(() => heard).toEqual([{ verified_sub: bob }, { verified_sub: bob }])
  })
})
