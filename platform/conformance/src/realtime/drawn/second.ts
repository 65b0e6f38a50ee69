/** The second draw of realtime: channels, presences and tokens; what is told of rows is in second-rows.ts. */
import { expect } from 'vitest'
import { WebSocket } from 'ws'

import type { DrawnCase } from '../../drawn.ts'
import { claim, joinsOf, track, tracked } from './channels.ts'
import { secondRowCases } from './second-rows.ts'
import { claimsMissing, closesWith, joinedRoom, now, tokenOf } from './tokens.ts'
import { freshTopic, joined, openSocket, tokenFor, type RealtimeWorld } from './world.ts'

type Case = DrawnCase<RealtimeWorld>

const shut = { broadcast: { self: true }, private: true }
const said = { event: 'TEST', payload: { msg: 1 }, type: 'broadcast' }
const unreadable = (topic: string) => `You do not have permissions to read from this Channel topic: ${topic}`

/** What an upgrade is answered that becomes no connection. */
function refusedWith(origin: string, key: string): Promise<number | undefined> {
  const { promise, resolve } = Promise.withResolvers<number | undefined>()
  const socket = new WebSocket(`${origin.replace('http', 'ws')}/realtime/v1/websocket?vsn=1.0.0&apikey=${key}`)
  socket.on('unexpected-response', (_request, response) => resolve(response.statusCode))
  socket.on('error', () => {})
  return promise
}

/** Somebody says a frame that is none, and the connection goes on. */
const survives =
  (text: string) =>
  async ({ open }: RealtimeWorld) => {
    const socket = await open()
    socket.say(text)
    expect(await socket.heardBy('phx_close')).toEqual([])
    expect(socket.closed()).toBe(false)
  }

const access: readonly Case[] = [
  {
    from: 'A.4',
    async run({ allow, open }) {
      const topic = freshTopic()
      await allow(topic, 'select', { when: `${claim('sub')} = 'the one'` })
      const asked = { ...shut, presence: { enabled: false } }
      const answers = []
      for (const sub of ['the one', 'the other']) {
        answers.push(await (await open({ sub })).join(`realtime:${topic}`, asked))
      }
      expect(answers).toMatchObject([{ status: 'ok' }, { status: 'error' }])
    },
  },
  {
    from: 'A.5',
    async run({ allow, forbid, open }) {
      const topic = freshTopic()
      const broken = await allow(topic, 'select', { when: '(select 1 / (random() * 0)::int) > 0' })
      const socket = await open()
      const answer = await socket.join(`realtime:${topic}`, shut)
      await forbid(broken)
      expect(answer).toEqual({ status: 'error', response: { reason: `Unauthorized: ${unreadable(topic)}` } })
      expect(await socket.heardBy('presence_state')).toEqual([])
    },
  },
  {
    from: 'G.3',
    async run({ server }) {
      expect(await refusedWith(server.origin, tokenOf({ role: undefined }))).toBe(401)
    },
  },
  {
    from: 'H.34',
    async run({ serverWith }) {
      const { origin } = await serverWith({ connections: { perNode: 1 } })
      await openSocket(origin, tokenFor('authenticated'))
      expect(await refusedWith(origin, tokenFor('authenticated'))).toBe(429)
    },
  },
  {
    from: 'H.58',
    async run({ open }) {
      expect(await (await open()).join('realtime:test', {})).toMatchObject({ status: 'ok' })
    },
  },
  {
    from: 'H.63',
    async run({ server }) {
      for (const exp of [now(), now() - 1])
        expect(await refusedWith(server.origin, tokenFor('authenticated', { exp }))).toBe(401)
    },
  },
  { from: 'I.1', run: survives('{"topic":"t","event":"e","payload":{}}') },
  { from: 'I.2', run: survives('{"event":"e","payload":{},"ref":"1"}') },
  { from: 'I.4', run: survives('') },
  {
    from: 'P.1',
    async run({ as }) {
      const channel = as('authenticated').channel(freshTopic(), { config: { private: true } })
      await expect(joined(channel)).rejects.toThrow(/permissions to read/)
    },
  },
]

async function presenceReadIsLost(world: RealtimeWorld): Promise<void> {
  const name = freshTopic()
  const may = `(${claim('presence_read')})::boolean`
  await world.allow(name, 'select', { kind: 'broadcast' })
  await world.allow(name, 'select', { kind: 'presence', when: may })
  const room = await joinedRoom(world, { ...shut, presence: { enabled: true } }, { presence_read: true }, name)
  room.renew(tokenOf({ presence_read: false, exp: now() + 1_000 }))
  await room.socket.hear('phx_close')
}

const tracks =
  (isPrivate: boolean) =>
  async ({ allow, as }: RealtimeWorld) => {
    const topic = freshTopic()
    for (const command of ['select', 'insert'] as const) await allow(topic, command)
    const channel = as('authenticated').channel(topic, {
      config: { private: isPrivate, broadcast: { self: true }, presence: { key: 'a key' } },
    })
    const heard: unknown[] = []
    channel.on('presence', { event: 'join' }, (event) => heard.push(event))
    await joined(channel)
    expect(await channel.track({ message: 'here' })).toBe('ok')
    await expect.poll(() => heard).toMatchObject([{ key: 'a key', newPresences: [{ message: 'here' }] }])
  }

const presences: readonly Case[] = [
  {
    from: 'F.7',
    async run({ allow, open, server }) {
      const topic = freshTopic()
      await allow(topic, 'select', { kind: 'presence' })
      const config = (key: string) => ({ presence: { key, enabled: true }, private: true })
      const [reader, service] = [await open(), await openSocket(server.origin, tokenFor('service_role'))]
      expect(await reader.join(`realtime:${topic}`, config('authenticated'))).toMatchObject({ status: 'ok' })
      await reader.hear('presence_state')
      reader.push(`realtime:${topic}`, 'presence', track({ name: 'denied' }))
      await service.join(`realtime:${topic}`, config('service_role'))
      service.push(`realtime:${topic}`, 'presence', track({ name: 'service_role' }))
      const [diff] = await reader.hear('presence_diff')
      expect(diff).toMatchObject({ joins: { service_role: { metas: [{ name: 'service_role' }] } }, leaves: {} })
      service.push(`realtime:${topic}`, 'broadcast', said)
      await service.heardBy('broadcast')
      expect([await reader.heardBy('broadcast'), (await reader.heardBy('presence_diff')).length]).toEqual([[], 1])
    },
  },
  {
    from: 'F.14',
    async run({ allow, open }) {
      const [socket, topic] = [await open(), freshTopic()]
      for (const command of ['select', 'insert'] as const) await allow(topic, command)
      await socket.join(`realtime:${topic}`, { presence: { key: '', enabled: false }, private: true })
      expect(await socket.heardBy('presence_state')).toEqual([])
      socket.push(`realtime:${topic}`, 'presence', track(tracked))
      expect(joinsOf(await socket.hear('presence_diff'))).toMatchObject([tracked])
    },
  },
  { from: 'F.15', run: presenceReadIsLost },
  {
    from: 'H.18',
    async run({ open }) {
      const [first, second] = [await open(), await open()]
      await first.join('realtime:test1', { presence: { key: 'user_id' } })
      await second.join('realtime:test2', { presence: { key: 'user_id' } })
      for (let call = 1; call <= 5; call += 1)
        expect(await first.ask('realtime:test1', 'presence', track({ call }))).toMatchObject({ status: 'ok' })
      first.push('realtime:test1', 'presence', track({ call: 6 }))
      const message = 'Client presence rate limit exceeded'
      expect(await first.hear('system')).toEqual([{ message, status: 'error', extension: 'system', channel: 'test1' }])
      await first.hear('phx_close')
      expect(await second.ask('realtime:test2', 'presence', track({ call: 1 }))).toMatchObject({ status: 'ok' })
    },
  },
  {
    from: 'H.21',
    async run({ open }) {
      const [socket, topic] = [await open(), `realtime:${freshTopic()}`]
      await socket.join(topic, { presence: { enabled: true, key: 'my_key' } })
      await socket.hear('presence_state')
      for (const _ of [1, 2])
        expect(await socket.ask(topic, 'presence', track({ hello: 'world' }))).toMatchObject({ status: 'ok' })
      await socket.hear('presence_diff')
      const metas = [{ phx_ref: expect.any(String), hello: 'world' }]
      expect(await socket.heardBy('presence_diff')).toEqual([{ joins: { my_key: { metas } }, leaves: {} }])
    },
  },
  { from: 'W.1', run: tracks(false) },
  { from: 'W.2', run: tracks(true) },
]

const open = { broadcast: { self: true }, private: false, presence: { enabled: true } }

const tokens: readonly Case[] = [
  {
    from: 'G.9',
    async run(world) {
      const room = await joinedRoom(world, open)
      room.renew('')
      await closesWith(room, 'The token provided is not a valid JWT')
    },
  },
  {
    from: 'H.37',
    async run(world) {
      const name = freshTopic()
      const policy = await world.allow(name, 'select')
      const room = await joinedRoom(world, { ...shut, presence: { enabled: true } }, {}, name)
      await world.forbid(policy)
      room.renew(tokenOf({ sub: '123', exp: now() + 10_000 }))
      await room.socket.hear('phx_close')
    },
  },
  {
    from: 'H.38',
    async run(world) {
      const name = freshTopic()
      const policy = await world.allow(name, 'select')
      const room = await joinedRoom(world, { ...shut, presence: { enabled: true } }, {}, name)
      await world.forbid(policy)
      await world.allow(name, 'select', { kind: 'broadcast' })
      room.renew(tokenOf({ sub: '123', exp: now() + 10_000 }))
      await closesWith(room, `You no longer have permission to read from this Channel topic: ${name}`)
    },
  },
  {
    from: 'H.42',
    async run(world) {
      const room = await joinedRoom(world, open)
      room.renew(tokenOf({ role: undefined, exp: now() + 10_000 }))
      await closesWith(room, claimsMissing)
    },
  },
]

export const secondCases: readonly Case[] = [...access, ...presences, ...tokens, ...secondRowCases]
