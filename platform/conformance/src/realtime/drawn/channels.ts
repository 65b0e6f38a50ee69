/** Drawn cases of channels: who may join, what is broadcast, and the limits. */
import { expect } from 'vitest'

import type { DrawnCase } from '../../drawn.ts'
import { freshTopic, joined, openSocket, tokenFor, type RealtimeWorld } from './world.ts'

type Case = DrawnCase<RealtimeWorld>

const said = { event: 'TEST', payload: { msg: 1 }, type: 'broadcast' }
const open = { broadcast: { self: true }, private: false }
const shut = { broadcast: { self: true }, private: true }
const refusal = (reason: string) => ({ status: 'error', response: { reason } })

async function secondChannelIsRefused({ serverWith }: RealtimeWorld): Promise<void> {
  const { origin } = await serverWith({ connections: { channelsEach: 1 } })
  const socket = await openSocket(origin, tokenFor('authenticated'))
  expect(await socket.join('realtime:one', open)).toMatchObject({ status: 'ok', response: { postgres_changes: [] } })
  expect(await socket.join('realtime:two', open)).toEqual(refusal('ChannelRateLimitReached: Too many channels'))
}

/** The limit of the original counts all who are connected; ours that speaks this way counts one person's connections. */
async function secondConnectionIsRefused({ serverWith }: RealtimeWorld): Promise<void> {
  const { origin } = await serverWith({ connections: { perUser: 1 } })
  const first = await openSocket(origin, tokenFor('authenticated'))
  const second = await openSocket(origin, tokenFor('authenticated'))
  for (const topic of ['realtime:one', 'realtime:two'])
    expect(await first.join(topic, open)).toMatchObject({ status: 'ok', response: { postgres_changes: [] } })
  expect(await second.join('realtime:three', open)).toEqual(
    refusal('ConnectionRateLimitReached: Too many connected users'),
  )
}

const access: readonly Case[] = [
  {
    from: 'A.1',
    async run({ serverWith }) {
      const { origin } = await serverWith({ privateOnly: true })
      const socket = await openSocket(origin, tokenFor('authenticated'))
      expect(await socket.join('realtime:room', open)).toEqual(
        refusal('PrivateOnly: This project only allows private channels'),
      )
    },
  },
  {
    from: 'A.3',
    async run({ allow, server }) {
      const topic = freshTopic()
      await allow(topic, 'select', { when: `current_setting('role') = 'anon'` })
      const asked = { ...shut, presence: { enabled: false } }
      const [anon, other] = await Promise.all(
        [tokenFor('anon'), tokenFor('x', { role: 'potato' })].map((key) => openSocket(server.origin, key)),
      )
      expect(await anon!.join(`realtime:${topic}`, asked)).toMatchObject({ status: 'ok' })
      expect(await other!.join(`realtime:${topic}`, asked)).toMatchObject({ status: 'error' })
    },
  },
  {
    from: 'B.7',
    async run({ allow, open: connect, server }) {
      const topic = freshTopic()
      await allow(topic, 'select')
      const [reader, service] = [await connect(), await openSocket(server.origin, tokenFor('service_role'))]
      for (const socket of [reader, service]) await socket.join(`realtime:${topic}`, shut)
      reader.push(`realtime:${topic}`, 'broadcast', { ...said, event: 'UNHEARD' })
      // Answered after the broadcast before it has been judged.
      await reader.ask(`realtime:${topic}`, 'presence', { type: 'presence', event: 'untrack' })
      service.push(`realtime:${topic}`, 'broadcast', said)
      expect([await reader.hear('broadcast'), await service.hear('broadcast')]).toEqual([[said], [said]])
    },
  },
  { from: 'C.8', run: secondConnectionIsRefused },
  { from: 'H.33', run: secondConnectionIsRefused },
  { from: 'C.10', run: secondChannelIsRefused },
  { from: 'H.31', run: secondChannelIsRefused },
  {
    from: 'C.9',
    async run({ serverWith }) {
      const { origin } = await serverWith({ rates: { broadcasts: 10 } })
      const socket = await openSocket(origin, tokenFor('authenticated'))
      await socket.join('realtime:room', { ...open, presence: { enabled: false } })
      for (let turn = 1; turn <= 5; turn += 1) {
        socket.push('realtime:room', 'broadcast', {})
        await socket.hear('broadcast', turn)
      }
      for (let turn = 0; turn < 30; turn += 1) socket.push('realtime:room', 'broadcast', {})
      await socket.hear('phx_close')
    },
  },
  {
    from: 'C.11',
    async run({ serverWith }) {
      const { origin } = await serverWith({ rates: { joins: 10 } })
      const socket = await openSocket(origin, tokenFor('authenticated'))
      for (let turn = 0; turn < 30; turn += 1) socket.push('realtime:room', 'phx_join', { config: open })
      await expect.poll(socket.closed).toBe(true)
    },
  },
  {
    from: 'H.10',
    async run({ open: connect }) {
      const socket = await connect()
      await socket.join('realtime:map', open)
      socket.push('realtime:map', 'broadcast', { event: 'my_event', payload: { hello: 'world' } })
      expect(await socket.hear('broadcast')).toMatchObject([{ event: 'my_event', payload: { hello: 'world' } }])
    },
  },
  {
    from: 'H.11',
    async run({ open: connect }) {
      const socket = await connect()
      await socket.join('realtime:text', open)
      socket.push('realtime:text', 'broadcast', 'not a map')
      expect(await socket.hear('broadcast')).toEqual(['not a map'])
    },
  },
  {
    from: 'H.68',
    async run({ open: connect }) {
      expect(await (await connect()).join('realtime:any', {})).toMatchObject({ status: 'ok' })
    },
  },
  {
    from: 'P.3',
    async run({ allow, as }) {
      const topic = freshTopic()
      await allow(topic, 'select')
      const channel = as('authenticated').channel(topic, { config: { private: true, broadcast: { ack: true } } })
      await joined(channel)
      expect(await channel.send({ type: 'broadcast', event: 'x', payload: {} })).toBe('error')
    },
  },
]

export const track = (payload: unknown) => ({ type: 'presence', event: 'TRACK', payload })
export const tracked = { name: 'realtime_presence_96', t: 1814.7000000029802 }
type Diff = { joins: Record<string, { metas: Record<string, unknown>[] }>; leaves: object }
export const joinsOf = (diffs: unknown[]) =>
  (diffs as Diff[]).flatMap(({ joins }) => Object.values(joins).flatMap(({ metas }) => metas))

export const claim = (name: string) => `current_setting('request.jwt.claims', true)::jsonb ->> '${name}'`

/** Two that may broadcast; only one of them may read presences. */
async function presenceIsWithheld({ allow, open: connect }: RealtimeWorld, enabled: boolean): Promise<void> {
  const topic = freshTopic()
  await allow(topic, 'select', { kind: 'broadcast' })
  await allow(topic, 'select', { kind: 'presence', when: `${claim('sub')} = 'main'` })
  await allow(topic, 'insert')
  const config = { presence: { key: '', enabled }, private: true }
  const [main, other] = [await connect({ sub: 'main' }), await connect({ sub: 'other' })]
  for (const socket of [other, main])
    expect(await socket.join(`realtime:${topic}`, config)).toMatchObject({ status: 'ok' })
  const secret = { test: 'should not go to other' }
  if (!enabled) expect(await other.ask(`realtime:${topic}`, 'presence', track({}))).toMatchObject({ status: 'ok' })
  expect(await main.ask(`realtime:${topic}`, 'presence', track(secret))).toMatchObject({ status: 'ok' })
  await expect
    .poll(async () => joinsOf(await main.heardBy('presence_diff')))
    .toContainEqual(expect.objectContaining(secret))
  expect([await other.heardBy('presence_state'), await other.heardBy('presence_diff')]).toEqual([[], []])
}

const presences: readonly Case[] = [
  {
    from: 'F.1',
    async run({ open: connect }) {
      const [socket, topic] = [await connect(), `realtime:${freshTopic()}`]
      await socket.join(topic, { presence: { key: '', enabled: true }, private: false })
      await socket.hear('presence_state')
      socket.push(topic, 'presence', track(tracked))
      const diffs = await socket.hear('presence_diff')
      expect([joinsOf(diffs), (diffs[0] as Diff).leaves]).toMatchObject([[tracked], {}])
    },
  },
  {
    from: 'F.2',
    async run({ open: connect }) {
      const socket = await connect()
      await socket.join(`realtime:${freshTopic()}`, { private: false, presence: { enabled: true } })
      expect(await socket.hear('presence_state')).toEqual([{}])
    },
  },
  {
    from: 'F.4',
    async run({ open: connect }) {
      const [socket, topic] = [await connect(), `realtime:${freshTopic()}`]
      await socket.join(topic, { presence: { key: '', enabled: false }, private: false })
      expect(await socket.heardBy('presence_state')).toEqual([])
      socket.push(topic, 'presence', track(tracked))
      expect(joinsOf(await socket.hear('presence_diff'))).toMatchObject([tracked])
    },
  },
  { from: 'F.10', run: (world) => presenceIsWithheld(world, true) },
  { from: 'F.11', run: (world) => presenceIsWithheld(world, false) },
  {
    from: 'H.19',
    async run({ open: connect }) {
      const [socket, topic] = [await connect(), `realtime:${freshTopic()}`]
      await socket.join(topic, { presence: { enabled: true } })
      socket.push(topic, 'presence', track({ ...tracked, content: 'a'.repeat(3_500_000) }))
      expect(await socket.hear('system')).toMatchObject([
        { extension: 'system', message: 'Track message size exceeded', status: 'error' },
      ])
    },
  },
  {
    from: 'H.22',
    async run({ open: connect }) {
      const socket = await connect()
      await socket.join(`realtime:${freshTopic()}`)
      expect(await socket.heardBy('presence_state')).toEqual([])
    },
  },
  {
    from: 'H.23',
    async run({ open: connect }) {
      const socket = await connect()
      await socket.join(`realtime:${freshTopic()}`, { presence: { enabled: true } })
      expect(await socket.hear('presence_state')).toEqual([{}])
    },
  },
]

export const channelCases: readonly Case[] = [...access, ...presences]
