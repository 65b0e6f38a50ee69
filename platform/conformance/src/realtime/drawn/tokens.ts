/** Drawn cases of tokens: what a channel makes of those that come with the join, and after it. */
import { expect } from 'vitest'

import type { DrawnCase } from '../../drawn.ts'
import { freshTopic, openSocket, tokenFor, type RealtimeWorld } from './world.ts'

type Case = DrawnCase<RealtimeWorld>

export const now = () => Math.floor(Date.now() / 1000)
export const tokenOf = (claims: object) => tokenFor('x', { sub: undefined, ...claims })
const open = { broadcast: { self: true }, private: false, presence: { enabled: true } }
const shut = { ...open, private: true }
const said = { event: 'TEST', payload: { msg: 1 }, type: 'broadcast' }

/** A channel that stands: private where policies are named. */
export async function joinedRoom(
  { open: connect }: RealtimeWorld,
  config: object,
  claims: object = {},
  name = freshTopic(),
) {
  const topic = `realtime:${name}`
  const socket = await connect({ sub: undefined, ...claims })
  expect(await socket.join(topic, config)).toMatchObject({ status: 'ok' })
  await socket.hear('presence_state')
  const renew = (token: unknown) => socket.push(topic, 'access_token', { access_token: token })
  return { socket, topic, name, renew }
}

type Room = Awaited<ReturnType<typeof joinedRoom>>

export async function closesWith({ socket, name }: Room, message: unknown): Promise<void> {
  expect(await socket.hear('system')).toMatchObject([{ extension: 'system', status: 'error', message, channel: name }])
  await socket.hear('phx_close')
}

async function joinIsRefused({ open: connect }: RealtimeWorld, token: string, reason: unknown): Promise<void> {
  const socket = await connect()
  const answer = await socket.join(`realtime:${freshTopic()}`, undefined, { access_token: token })
  expect(answer).toEqual({ status: 'error', response: { reason } })
}

async function joinsWith({ open: connect }: RealtimeWorld, rest: object): Promise<void> {
  const socket = await connect()
  expect(await socket.join(`realtime:${freshTopic()}`, {}, rest)).toMatchObject({ status: 'ok' })
}

export const claimsMissing = 'Fields `role` and `exp` are required in JWT'
const expired = expect.stringMatching(/^Token has expired \d+ seconds ago$/)

const renewals: readonly Case[] = [
  {
    from: 'F.16',
    async run(world) {
      const name = freshTopic()
      const may = `(current_setting('request.jwt.claims', true)::jsonb ->> 'presence_read')::boolean`
      await world.allow(name, 'select', { kind: 'broadcast' })
      await world.allow(name, 'select', { kind: 'presence', when: may })
      const room = await joinedRoom(world, shut, { presence_read: true }, name)
      room.renew(tokenOf({ presence_read: true, exp: now() + 1_000 }))
      await room.socket.ask(room.topic, 'presence', { type: 'presence', event: 'untrack' })
      expect(await room.socket.heardBy('phx_close')).toEqual([])
    },
  },
  {
    from: 'G.4',
    async run({ open: connect }) {
      const socket = await connect()
      const answer = await socket.join(`realtime:${freshTopic()}`, open, { access_token: 'sb_abc' })
      expect(answer).toMatchObject({ status: 'ok' })
      expect(await socket.hear('presence_state')).toEqual([{}])
    },
  },
  {
    from: 'G.5',
    async run(world) {
      const room = await joinedRoom(world, open)
      room.renew(tokenOf({ role: undefined, exp: now() + 2_000 }))
      await closesWith(room, claimsMissing)
    },
  },
  {
    from: 'G.6',
    async run(world) {
      const name = freshTopic()
      await world.allow(name, 'select', { when: `current_setting('role') = 'authenticated'` })
      const room = await joinedRoom(world, shut, {}, name)
      room.renew(tokenFor('anon'))
      await closesWith(room, `You do not have permissions to read from this Channel topic: ${name}`)
    },
  },
  {
    from: 'G.7',
    async run(world) {
      const name = freshTopic()
      await world.allow(name, 'select')
      const mayWrite = await world.allow(name, 'insert')
      const { socket, topic, renew } = await joinedRoom(world, shut, {}, name)
      socket.push(topic, 'broadcast', said)
      expect(await socket.hear('broadcast')).toEqual([said])
      await world.forbid(mayWrite)
      renew(tokenOf({ sub: 'somebody', exp: now() + 1_000 }))
      socket.push(topic, 'broadcast', said)
      await socket.ask(topic, 'presence', { type: 'presence', event: 'untrack' })
      expect(await socket.heardBy('broadcast')).toEqual([said])
    },
  },
  {
    from: 'G.12',
    async run(world) {
      const room = await joinedRoom(world, open, { exp: now() + 4 })
      room.renew('sb_publishable_-fake_key')
      expect(await room.socket.heardBy('system')).toEqual([])
      await closesWith(room, expired)
    },
  },
  {
    from: 'G.13',
    async run(world) {
      const room = await joinedRoom(world, open)
      room.renew(tokenOf({ exp: now() + 2 }))
      await closesWith(room, expired)
    },
  },
  {
    from: 'G.15',
    async run(world) {
      const { socket, topic } = await joinedRoom(world, open)
      const answer = await socket.join(topic, open, { access_token: tokenOf({ role: undefined, exp: now() + 10 }) })
      expect(answer).toEqual({ status: 'error', response: { reason: `InvalidJWTToken: ${claimsMissing}` } })
      await socket.hear('phx_close')
    },
  },
  {
    from: 'H.41',
    async run(world) {
      const room = await joinedRoom(world, open)
      room.renew('not even a JWT')
      await closesWith(room, 'The token provided is not a valid JWT')
    },
  },
  {
    from: 'H.45',
    async run(world) {
      await closesWith(await joinedRoom(world, open, { exp: now() + 2 }), expired)
    },
  },
]

const joins: readonly Case[] = [
  {
    from: 'H.46',
    run: (world) => joinsWith(world, { access_token: tokenOf({ exp: now() + 100.99, iat: now() - 100.99 }) }),
  },
  {
    from: 'H.51',
    run: (world) =>
      joinIsRefused(world, tokenOf({ role: undefined, exp: now() + 1_000 }), `InvalidJWTToken: ${claimsMissing}`),
  },
  {
    from: 'H.55',
    run: (world) =>
      joinIsRefused(
        world,
        tokenOf({ sub: 'somebody', exp: now() - 1 }),
        expect.stringMatching(/^InvalidJWTToken: Token has expired /),
      ),
  },
  {
    from: 'H.57',
    async run({ server }) {
      const socket = await openSocket(server.origin, tokenFor('authenticated'), { inHeader: true })
      expect(await socket.join(`realtime:${freshTopic()}`, {})).toMatchObject({ status: 'ok' })
    },
  },
  { from: 'H.59', run: (world) => joinsWith(world, { access_token: 'sb_something' }) },
  { from: 'H.62', run: (world) => joinsWith(world, { user_token: tokenFor('authenticated') }) },
]

export const tokenCases: readonly Case[] = [...renewals, ...joins]
