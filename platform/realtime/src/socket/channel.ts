/** One channel of one connection at work: carries out what the state machine decides, and answers what it asks. */

import { randomUUID } from 'node:crypto'

import type { ReadRights } from '../authorization.ts'
import { isRefusal } from '../callers.ts'
import type { Following } from '../changes/following.ts'
import type { Audience } from '../changes/row-changes.ts'
import type { Caller, TokenRefusal } from '../channel/caller.ts'
import { advance, openChannel, type ChannelOpening } from '../channel/channel.ts'
import type { Answer, ChannelState, Effect, Input, Question } from '../channel/step.ts'
import type { Tracking } from '../hub/cluster.ts'
import type { Space } from '../hub/topics.ts'
import { toBroadcast, type RealtimeService } from '../service.ts'
import { withMeta } from '../wire/broadcast.ts'
import { broadcastFrame } from '../wire/server-frames.ts'
import { ChannelRows, type RowChannel } from './channel-rows.ts'
import type { Connection } from './connection.ts'
import type { Reader } from './recheck.ts'

/** The connection that a channel is part of. */
export interface ChannelOwner {
  readonly service: RealtimeService
  readonly sink: Connection
  /** Who opened the connection: whoever brings no token of their own. */
  readonly keyCaller: Caller
  /** Null, or why this connection may not act as that caller. */
  admit(caller: Caller): TokenRefusal | null
  onClosed(channel: Channel): void
}

type TopicEffect = Extract<
  Effect,
  { readonly do: 'enter' | 'exit' | 'publish' | 'show-presence' | 'track' | 'untrack' }
>

export class Channel implements Reader, RowChannel {
  checkedAt: number | null = null
  readonly #owner: ChannelOwner
  readonly #space: Space
  readonly #rows = new ChannelRows(this)
  readonly #following: Following
  readonly #startedAt = performance.now()
  #state: ChannelState
  #tracking: Tracking | null = null
  /** Made when it is first needed, for a client that has not chosen one. */
  #presenceKey: string | null

  constructor(owner: ChannelOwner, opening: ChannelOpening) {
    this.#owner = owner
    this.#state = openChannel(opening)
    this.#space = { name: this.#state.name, isPrivate: opening.wishes.isPrivate }
    this.#presenceKey = opening.wishes.presence.key
    this.#following = owner.service.follow(this.#space)
  }

  get service(): RealtimeService {
    return this.#owner.service
  }

  get state(): ChannelState {
    return this.#state
  }

  get sink(): Connection {
    return this.#owner.sink
  }

  get topic(): string {
    return this.#state.topic
  }

  get topicName(): string {
    return this.#state.name
  }

  get joinRef(): string | null {
    return this.#state.joinRef
  }

  get subject(): string | null {
    return this.#state.caller?.subject ?? null
  }

  get audience(): Audience {
    return this.#state.caller ?? this.#owner.keyCaller
  }

  hears(what: 'broadcast' | 'presence'): boolean {
    const { presence, rights } = this.#state
    return rights[what].read && (what === 'broadcast' || presence.isOn)
  }

  confirm({ broadcast, presence }: ReadRights, at: number): void {
    const { rights } = this.#state
    const hasLost = (rights.broadcast.read && !broadcast) || (rights.presence.read && !presence)
    if (hasLost) this.take({ is: 'rights-lost' })
    else this.checkedAt = at
  }

  take(input: Input): void {
    const before = this.#state.phase
    const { state, effects } = advance(this.#state, input, this.#owner.service.rules)
    this.#state = state
    for (const effect of effects) this.#carryOut(effect)
    if (state.phase !== before) this.#tellPhase(before)
    if (state.phase === 'closed' && before !== 'closed') this.#end()
  }

  /** Without a word: the connection is gone. */
  abandon(): void {
    if (this.#state.phase === 'closed') return
    this.#state = { ...this.#state, phase: 'closed' }
    this.#leaveTopic()
    this.#end()
  }

  #tellPhase(before: ChannelState['phase']): void {
    const { observe } = this.#owner.service
    if (before !== 'joining') return
    const outcome = this.#state.phase === 'joined' ? 'joined' : 'refused'
    observe({ kind: 'realtime.answered', outcome, ms: performance.now() - this.#startedAt })
  }

  #end(): void {
    this.#rows.close()
    this.#following.stop()
    this.#owner.onClosed(this)
  }

  #carryOut(effect: Effect): void {
    switch (effect.do) {
      case 'ask':
        return void this.#ask(effect.question)
      case 'reply':
        return this.#reply(effect.ref, effect.status, effect.response)
      case 'answer-join':
        return this.#reply(effect.ref, 'ok', { postgres_changes: this.#rows.entries() })
      case 'push':
        return this.#push(effect.event, JSON.stringify(effect.payload), effect.ref)
      case 'replay':
        return this.#replay(effect.messages)
      case 'watch-rows':
        return void this.#rows.watch(effect.caller)
      case 'rewatch-rows':
        return void this.#rows.watchAs(effect.caller)
      default:
        return this.#actOnTopic(effect)
    }
  }

  #actOnTopic(effect: TopicEffect): void {
    const { cluster, topics } = this.#owner.service
    switch (effect.do) {
      case 'enter':
        return topics.enter(this.#space, this)
      case 'exit':
        return this.#leaveTopic()
      case 'publish': {
        const except = this.#state.wishes.echo ? null : this
        return cluster.broadcast(this.#space, withMeta(effect.broadcast, effect.meta), except)
      }
      case 'show-presence':
        return this.#push('presence_state', cluster.presenceState(this.#space))
      case 'track':
        return this.#track(effect.meta)
      case 'untrack':
        return this.#untrack()
    }
  }

  #reply(ref: string | null, status: 'ok' | 'error', response: object): void {
    const { topic, joinRef } = this.#state
    const payloadJson = JSON.stringify({ status, response })
    this.sink.send({ joinRef, ref, topic, event: 'phx_reply', payloadJson })
  }

  #push(event: string, payloadJson: string, ref: string | null = null): void {
    const { topic, joinRef } = this.#state
    this.sink.send({ joinRef, ref, topic, event, payloadJson })
  }

  #replay(messages: Extract<Effect, { readonly do: 'replay' }>['messages']): void {
    for (const message of messages) {
      const broadcast = toBroadcast(message, { replayed: true, id: message.id })
      const frame = broadcastFrame(this.sink.version, this.#state.topic, broadcast)
      if (frame !== null) this.sink.write(frame)
    }
  }

  #track(meta: object): void {
    const { cluster, presenceChanges } = this.#owner.service
    if (!presenceChanges.take('node', Date.now())) {
      return this.take({ is: 'flooded', message: 'Too many presence messages per second' })
    }
    this.#presenceKey ??= randomUUID()
    this.#tracking = cluster.track(this.#space, this.#presenceKey, meta, this.#tracking)
  }

  #untrack(): void {
    if (this.#tracking !== null) this.#owner.service.cluster.untrack(this.#tracking)
    this.#tracking = null
  }

  #leaveTopic(): void {
    this.#untrack()
    this.#owner.service.topics.exit(this.#space, this)
  }

  async #ask(question: Question): Promise<void> {
    const answer = await this.#find(question).catch((error: unknown): Answer => {
      this.#owner.service.observe({ kind: 'realtime.database-failed', task: question.about, error })
      return { about: 'unavailable' }
    })
    this.take({ is: 'answered', answer, now: Date.now() })
  }

  async #find(question: Question): Promise<Answer> {
    const { authorization, changes } = this.#owner.service
    const { name } = this.#state
    switch (question.about) {
      case 'token': {
        // Nothing that is said after the join may be missed.
        await this.#following.ready
        return this.#findCaller(question.token)
      }
      case 'read': {
        const at = Date.now()
        const [rights] = await authorization.readRights([question.caller], name)
        this.checkedAt = at
        return { about: 'read', ...(rights ?? { broadcast: false, presence: false }) }
      }
      case 'write': {
        const { caller, extension } = question
        return {
          about: 'write',
          extension,
          isAllowed: (await authorization.mayWrite(caller, name, extension)) === true,
        }
      }
      case 'replay':
        return {
          about: 'replay',
          messages: await changes.sentMessages.replay(name, new Date(question.since), question.limit),
        }
      default:
        return { about: 'rows', refusal: await this.#rows.subscribeWithin(question.caller, question.withinMs) }
    }
  }

  async #findCaller(token: string | null): Promise<Answer> {
    const { keyCaller, service } = this.#owner
    const isKey = token === null || token.startsWith('sb_')
    const found = isKey ? keyCaller : await service.findCaller(token)
    if (isRefusal(found)) return { about: 'token', refusal: found }
    const refusal = this.#owner.admit(found)
    return refusal === null ? { about: 'token', caller: found } : { about: 'token', refusal }
  }
}
