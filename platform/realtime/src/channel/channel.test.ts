import { describe, expect, it } from 'vitest'

import type { ClientMessage } from '../wire/client-frames.ts'
import type { Caller } from './caller.ts'
import { advance, openChannel } from './channel.ts'
import { readJoin } from './join-wishes.ts'
import type { ChannelRules } from './rules.ts'
import type { Answer, ChannelState, Effect, Input } from './step.ts'

const rules: ChannelRules = {
  privateOnly: false,
  subjectField: 'verified_sub',
  presenceBytes: 100,
  presenceCalls: 5,
  rightsAge: 5_000,
}
const ada: Caller = { role: 'authenticated', claims: {}, token: 't1', subject: 'ada', expiresAt: 100_000 }
const bob: Caller = { ...ada, token: 't2', subject: 'bob' }

/** A channel and all that it has decided so far. */
class Run {
  state: ChannelState
  readonly effects: Effect[] = []
  readonly rules: ChannelRules

  constructor(config: object, own: Partial<ChannelRules> = {}) {
    const wishes = readJoin({ config }, 'room')
    this.rules = { ...rules, ...own }
    this.state = openChannel({ topic: 'realtime:room', joinRef: '1', messageRef: '1', wishes })
    this.take({ is: 'started' })
  }

  take(input: Input): this {
    const { state, effects } = advance(this.state, input, this.rules)
    this.state = state
    this.effects.push(...effects)
    return this
  }

  answer(answer: Answer, now = 0): this {
    return this.take({ is: 'answered', answer, now })
  }

  push(event: string, payload: object = {}, now = 0): this {
    const message: ClientMessage = {
      joinRef: '1',
      ref: '9',
      topic: 'realtime:room',
      event,
      payload: payload as ClientMessage['payload'],
      broadcast: null,
    }
    return this.take({ is: 'pushed', message, now })
  }

  /** What has been decided since the last look, in short. */
  look(): string[] {
    return this.effects.splice(0).map(inShort)
  }
}

function inShort(effect: Effect): string {
  if (effect.do === 'ask') return `ask ${effect.question.about}`
  if (effect.do === 'reply') return `reply ${effect.status} ${JSON.stringify(effect.response)}`
  if (effect.do === 'push')
    return `push ${effect.event} ${'message' in effect.payload ? String(effect.payload.message) : ''}`
  return effect.do
}

const open = (config: object = {}) => new Run(config).answer({ about: 'token', caller: ada })
const openPrivate = (config: object = {}) =>
  open({ private: true, ...config }).answer({ about: 'read', broadcast: true, presence: true })

const closing = (message: string) => [`push system ${message}`, 'push phx_close ', 'exit']

describe('joining', () => {
  it('a public channel asks who it is, and no more', () => {
    expect(open().look()).toEqual(['ask token', 'answer-join', 'enter'])
  })

  it('a private channel asks for the right to read', () => {
    expect(openPrivate().look()).toEqual(['ask token', 'ask read', 'answer-join', 'enter'])
    const refused = open({ private: true }).answer({ about: 'read', broadcast: false, presence: true })
    expect(refused.look().at(-1)).toContain('Unauthorized: You do not have permissions to read')
    expect(refused.state.phase).toBe('closed')
  })

  it('presence alone lets in whoever asked for it', () => {
    const run = open({ private: true, presence: { enabled: true } })
    run.answer({ about: 'read', broadcast: false, presence: true })
    expect(run.look().slice(2)).toEqual(['answer-join', 'enter', 'show-presence'])
    expect(run.state.rights.broadcast.read).toBe(false)
  })

  it.each([
    [{ broadcast: { replay: { since: 0 } } }, 'UnableToReplayMessages: Replay is not allowed for public channels'],
    ...[Infinity, -Infinity, 9e15].map((since): [object, string] => [
      { private: true, broadcast: { replay: { since } } },
      'UnableToReplayMessages: Replay params are not valid',
    ]),
    [{}, 'PrivateOnly: This project only allows private channels'],
  ])('is refused at once: %j', (config, reason) => {
    const run = new Run(config, { privateOnly: reason.startsWith('Private') })
    expect(run.look()).toEqual([`reply error ${JSON.stringify({ reason })}`])
  })

  it('shows what was missed after the answer, then waits for rows', () => {
    const config = { private: true, broadcast: { replay: { since: 5, limit: 99 } }, postgres_changes: [{ event: '*' }] }
    const run = open(config).answer({ about: 'read', broadcast: true, presence: false })
    const message = { id: 'x', topic: 'room', event: 'e', isPrivate: true, payloadJson: '{}', binary: null }
    run.answer({ about: 'replay', messages: [{ ...message, insertedAt: new Date(0) }] })
    expect(run.look()).toEqual(['ask token', 'ask read', 'ask replay', 'answer-join', 'enter', 'replay', 'watch-rows'])
  })

  it('holds its answer until rows come, where the client asks to', () => {
    const config = { postgres_changes: [{ event: '*' }], postgres_changes_options: { wait: true } }
    const run = open(config)
    expect(run.look()).toEqual(['ask token', 'ask rows'])
    expect(run.answer({ about: 'rows', refusal: null }).look()).toEqual([
      'answer-join',
      'enter',
      'push system Subscribed to PostgreSQL',
    ])
    expect(open(config).answer({ about: 'rows', refusal: 'No: such table' }).look().at(-1)).toBe(
      'reply error {"reason":"No: such table"}',
    )
  })

  it('lets nobody in whom it could not ask about', () => {
    expect(open({ private: true }).answer({ about: 'unavailable' }).look().at(-1)).toContain('UnableToConnectToProject')
  })

  it('what comes meanwhile waits its turn', () => {
    const run = new Run({ broadcast: { ack: true } })
    run.push('broadcast', { event: 'early', payload: {} })
    expect(run.look()).toEqual(['ask token'])
    expect(run.answer({ about: 'token', caller: ada }).look()).toEqual([
      'answer-join',
      'enter',
      'publish',
      'reply ok {}',
    ])
  })

  it('a second join closes the first, and answers that come late change nothing', () => {
    const run = new Run({}).take({ is: 'replaced' })
    expect(run.look()).toEqual(['ask token', 'push phx_close ', 'exit'])
    expect(run.answer({ about: 'token', caller: ada }).look()).toEqual([])
  })
})

describe('writing', () => {
  it('asks for the right once, in order, and asks again when the answer is old', () => {
    const run = openPrivate({ broadcast: { ack: true } })
    run.look()
    run.push('broadcast', { event: 'one' }).push('broadcast', { event: 'two' })
    expect(run.look()).toEqual(['ask write'])
    run.answer({ about: 'write', extension: 'broadcast', isAllowed: true }, 1_000)
    expect(run.look()).toEqual(['publish', 'reply ok {}', 'publish', 'reply ok {}'])
    run.take({ is: 'clock', now: 5_500 }).push('broadcast', { event: 'three' })
    expect(run.look()).toEqual(['publish', 'reply ok {}'])
    run.take({ is: 'clock', now: 6_500 }).push('broadcast', { event: 'four' })
    expect(run.look()).toEqual(['ask write'])
    expect(run.answer({ about: 'write', extension: 'broadcast', isAllowed: false }).look()).toEqual(['reply error {}'])
  })

  it('drops what could not be asked about, and goes on', () => {
    const run = openPrivate({ broadcast: { ack: true } })
    run.push('broadcast', { event: 'one' }).look()
    expect(run.answer({ about: 'unavailable' }).look()).toEqual([])
    expect(run.push('broadcast', { event: 'two' }).look()).toEqual(['ask write'])
  })

  it('leaving waits for no answer', () => {
    const run = openPrivate().push('broadcast', { event: 'one' })
    run.look()
    expect(run.push('phx_leave').look()).toEqual(['reply ok {}', 'push phx_close ', 'exit'])
  })
})

describe('presence', () => {
  it('tracks, stays silent about the same, and shows others to who had not looked', () => {
    const run = open()
    run.look()
    expect(run.push('presence', { event: 'TRACK', payload: { a: 1 } }).look()).toEqual([
      'track',
      'reply ok {}',
      'show-presence',
    ])
    expect(run.push('presence', { event: 'track', payload: { a: 1 } }).look()).toEqual(['reply ok {}'])
    expect(run.push('presence', { event: 'untrack' }).look()).toEqual(['untrack', 'reply ok {}'])
  })

  it('denied is said, unlike a broadcast', () => {
    const run = openPrivate({ presence: { enabled: true } })
    run.push('presence', { event: 'track', payload: {} })
    run.look()
    expect(run.answer({ about: 'write', extension: 'presence', isAllowed: false }).look()).toEqual(['reply error {}'])
  })

  it.each([
    [{ event: 'track', payload: 'text' }, 'reply error {"reason":"Presence track payload must be a map"}'],
    [{ event: 'dance' }, 'reply error {}'],
  ])('%j', (payload, expected) => {
    const run = open()
    run.look()
    expect(run.push('presence', payload).look()).toEqual([expected])
  })

  it('W-07 counts its calls in windows of 30 s', () => {
    const run = open()
    for (let turn = 0; turn < 5; turn += 1) run.push('presence', { event: 'track', payload: { turn } }, 0)
    run.push('presence', { event: 'track', payload: {} }, 30_000)
    run.look()
    for (let turn = 0; turn < 5; turn += 1) run.push('presence', { event: 'track', payload: { turn } }, 40_000)
    expect(run.look().slice(-3)).toEqual(closing('Client presence rate limit exceeded'))
  })
})

describe('tokens', () => {
  it.each([{ access_token: null }, { access_token: 'sb_publishable_x' }, { access_token: 't1' }, {}])(
    '%j is no news',
    (payload) => {
      const run = open()
      run.look()
      expect(run.push('access_token', payload).look()).toEqual([])
    },
  )

  it('W-04 of another user closes the channel', () => {
    const run = open().push('access_token', { access_token: 't2' })
    run.look()
    expect(run.answer({ about: 'token', caller: bob }).look()).toEqual(closing('The token is of another user'))
  })

  it('of the same user renews what depends on it, and asks for every right again', () => {
    const run = openPrivate({ postgres_changes: [{ event: '*' }] }).push('presence', { event: 'track', payload: {} })
    run.answer({ about: 'write', extension: 'presence', isAllowed: true })
    run.push('access_token', { access_token: 't3' }).answer({ about: 'token', caller: { ...ada, token: 't3' } })
    run.look()
    expect(run.answer({ about: 'read', broadcast: true, presence: true }).look()).toEqual(['rewatch-rows'])
    expect(run.state.rights.presence.write).toBeNull()
  })

  it('of somebody who signs out takes their name from what they track', () => {
    const run = open().push('presence', { event: 'track', payload: { verified_sub: 'forged' } })
    run.push('access_token', { access_token: 'key' })
    run.effects.splice(0)
    run.answer({ about: 'token', caller: { ...ada, token: 'key', subject: null } })
    expect(run.effects).toEqual([{ do: 'track', meta: {} }])
  })

  it('that lose a right to read close the channel', () => {
    const run = openPrivate().push('access_token', { access_token: 't3' })
    run.answer({ about: 'token', caller: { ...ada, token: 't3' } }).look()
    const message = 'You no longer have permission to read from this Channel topic: room'
    expect(run.answer({ about: 'read', broadcast: true, presence: false }).look()).toEqual(closing(message))
  })

  it('that lead to no right to read, or are none, close the channel', () => {
    const run = openPrivate().push('access_token', { access_token: 't3' })
    run.answer({ about: 'token', caller: { ...ada, token: 't3' } }).look()
    const message = 'You do not have permissions to read from this Channel topic: room'
    expect(run.answer({ about: 'read', broadcast: false, presence: false }).look()).toEqual(closing(message))
    const malformed = open()
    malformed.look()
    expect(malformed.push('access_token', { access_token: '' }).look()).toEqual(
      closing('The token provided is not a valid JWT'),
    )
  })

  it('W-04 that expire close the channel', () => {
    const run = open()
    run.look()
    expect(run.take({ is: 'clock', now: 99_999 }).look()).toEqual([])
    expect(run.take({ is: 'clock', now: 103_000 }).look()).toEqual(closing('Token has expired 3 seconds ago'))
  })
})
