/** Channels, broadcasts and presence, by the official client in both protocol versions (WIRE §4.3–4.7). */
import type { RealtimeChannel } from '@supabase/supabase-js'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'

import {
  author,
  keyFor,
  realtimeUnderTest,
  stranger,
  subscribed,
  type RealtimeUnderTest,
  type Version,
} from './realtime-under-test.ts'

let target: RealtimeUnderTest
beforeAll(async () => {
  target = await realtimeUnderTest()
})
afterAll(() => target[Symbol.asyncDispose]())

function collect(channel: RealtimeChannel, event = '*'): Record<string, unknown>[] {
  const heard: Record<string, unknown>[] = []
  channel.on('broadcast', { event }, (message) => heard.push(message))
  return heard
}

const privately = { config: { private: true } }
const room = `room of ${author}`

const deliveries: readonly { from: Version | 'HTTP' | 'SQL'; to: Version }[] = [
  { from: '1.0.0', to: '1.0.0' },
  { from: '1.0.0', to: '2.0.0' },
  { from: '2.0.0', to: '1.0.0' },
  { from: '2.0.0', to: '2.0.0' },
  { from: 'HTTP', to: '1.0.0' },
  { from: 'HTTP', to: '2.0.0' },
  { from: 'SQL', to: '1.0.0' },
  { from: 'SQL', to: '2.0.0' },
]

describe('broadcast', () => {
  test.each(deliveries)('from $from to $to', async ({ from, to }) => {
    const topic = `from ${from} to ${to}`
    const channel = target.as('anon', to).channel(topic)
    const heard = collect(channel, 'sold')
    await subscribed(channel)
    if (from === 'SQL') await target.sql(`select realtime.send('{"copies": 2, "id": "x"}', 'sold', '${topic}', false)`)
    else if (from === 'HTTP') await target.as('anon').channel(topic).httpSend('sold', { copies: 2, id: 'x' })
    else {
      const speaker = await subscribed(target.as('anon', from).channel(topic))
      await speaker.send({ type: 'broadcast', event: 'sold', payload: { copies: 2, id: 'x' } })
    }
    await expect.poll(() => heard, { timeout: 20_000 }).toHaveLength(1)
    expect(heard[0]).toMatchObject({ type: 'broadcast', event: 'sold', payload: { copies: 2, id: 'x' } })
  })

  test('events match case by case, and the wildcard matches all', async () => {
    const channel = target.as('anon').channel('cases', { config: { broadcast: { self: true, ack: true } } })
    const [exact, all] = [collect(channel, 'Sold'), collect(channel)]
    await subscribed(channel)
    for (const event of ['sold', 'Sold']) {
      expect(await channel.send({ type: 'broadcast', event, payload: {} })).toBe('ok')
    }
    await expect.poll(() => all.map(({ event }) => event)).toEqual(['sold', 'Sold'])
    expect(exact.map(({ event }) => event)).toContain('Sold')
  })

  test('what SQL sent in private is replayed to those who come later, and not in public', async () => {
    const since = Date.now() - 1_000
    for (const copy of [1, 2, 3]) await target.sql(`select realtime.send('{"copy": ${copy}}', 'sold', '${room}')`)
    const config = { private: true, broadcast: { replay: { since, limit: 2 } } }
    const channel = target.as(author).channel(room, { config })
    const heard = collect(channel)
    await subscribed(channel)
    await expect.poll(() => heard, { timeout: 20_000 }).toHaveLength(2)
    expect(heard).toMatchObject([
      { payload: { copy: 2 }, meta: { replayed: true } },
      { payload: { copy: 3 }, meta: { replayed: true } },
    ])
    const asked = { ...config, private: false }
    expect(() => target.as(author).channel(room, { config: asked })).toThrow('replay on public channel')
  })
})

describe('private channels', () => {
  test.each(['1.0.0', '2.0.0'] as const)('over %s: theirs, and not others’', async (vsn) => {
    const channel = target.as(author, vsn).channel(room, { config: { private: true, broadcast: { ack: true } } })
    await subscribed(channel)
    expect(await channel.send({ type: 'broadcast', event: 'hello', payload: {} })).toBe('ok')
    await expect(subscribed(target.as(stranger, vsn).channel(room, privately))).rejects.toThrow(
      `Unauthorized: You do not have permissions to read from this Channel topic: ${room}`,
    )
  })

  test.each([
    { token: 'not a token', reason: 'MalformedJWT: The token provided is not a valid JWT' },
    { token: keyFor(author, { exp: 1 }), reason: /^InvalidJWTToken: Token has expired \d+ seconds ago$/ },
    { token: keyFor(author).slice(0, -3), reason: 'JwtSignatureError: Failed to validate JWT signature' },
    {
      token: keyFor(author, { exp: undefined }),
      reason: 'InvalidJWTToken: Fields `role` and `exp` are required in JWT',
    },
  ])('a join with a bad token: $reason', async ({ token, reason }) => {
    const client = target.as('anon')
    const channel = client.channel('any')
    channel.updateJoinPayload({ access_token: token })
    client.realtime.accessTokenValue = token
    await expect(subscribed(channel)).rejects.toThrow(reason)
  })
})

describe('presence', () => {
  test.each(['1.0.0', '2.0.0'] as const)('over %s: state, joins and leaves', async (vsn) => {
    const open = async (key: string) => {
      const channel = target.as('anon', vsn).channel(`lobby ${vsn}`, { config: { presence: { key } } })
      const events: string[] = []
      channel.on('presence', { event: 'join' }, ({ key: who }) => events.push(`${who} joins`))
      channel.on('presence', { event: 'leave' }, ({ key: who }) => events.push(`${who} leaves`))
      await subscribed(channel)
      return { channel, events }
    }
    const early = await open('early')
    expect(await early.channel.track({ shelf: 1 })).toBe('ok')
    const late = await open('late')
    await expect.poll(() => Object.keys(late.channel.presenceState())).toEqual(['early'])
    expect(late.channel.presenceState()['early']).toEqual([{ presence_ref: expect.any(String), shelf: 1 }])
    expect(await late.channel.track({ shelf: 2 })).toBe('ok')
    await expect.poll(() => early.events).toEqual(['early joins', 'late joins'])
    await late.channel.unsubscribe()
    await expect.poll(() => early.events).toEqual(['early joins', 'late joins', 'late leaves'])
  })

  test('a payload that is no object is refused', async () => {
    const channel = await subscribed(target.as('anon').channel('lobby'))
    expect(await channel.track('text' as unknown as Record<string, unknown>)).toBe('error')
  })
})

describe('a channel’s life', () => {
  test('leaving is answered', async () => {
    const client = target.as('anon')
    const channel = await subscribed(client.channel('short'))
    expect(await client.removeChannel(channel)).toBe('ok')
  })

  test('heartbeats are answered', async () => {
    const client = target.as('anon')
    const heard: string[] = []
    await subscribed(client.channel('pulse'))
    client.realtime.onHeartbeat((status) => heard.push(status))
    await client.realtime.sendHeartbeat()
    await expect.poll(() => heard).toContain('ok')
  })
})
