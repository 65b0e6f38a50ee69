/** A server, its network and the tabs of devices, with the app's own outbox and thread in them: what fails is drawn. */
import type fc from 'fast-check'

import { orderedId } from '#data/outbox/ordered-id.ts'
import type { MessageRow, SealedRow } from '#entities/conversation/message-row.ts'

import type { Opened, PendingMessage } from '../../message.ts'
import { Outbox, type OutboxStore } from '../../outbox/outbox.ts'
import {
  emptyThread,
  newestInstant,
  reduceThread,
  unopenedOf,
  type ThreadEvent,
  type ThreadState,
} from '../thread-machine.ts'

export const conversationId = '5f0c3c3e-0000-4000-8000-000000000001'
const overlap = 5

/** What becomes of a request, an answer or an event. */
export type Fate = 'fine' | 'lost' | 'twice' | 'stale'

interface Luck {
  next: () => Fate
}

export class Server {
  readonly rows: MessageRow[] = []
  readonly #listeners: ((row: MessageRow) => void)[] = []

  listen(listener: (row: MessageRow) => void): void {
    this.#listeners.push(listener)
  }

  /** As `resolution=ignore-duplicates` with the row read back. */
  insert(sealed: SealedRow): MessageRow {
    const known = this.rows.find(({ id }) => id === sealed.id)
    if (known) return known
    const at = new Date(Date.UTC(2026, 10, 22) + this.rows.length).toISOString()
    const row: MessageRow = { ...sealed, created_at: at, is_read: false, expires_at: null }
    this.rows.push(row)
    for (const listener of this.#listeners) listener(row)
    return row
  }
}

/** What the tabs of a device share: what is kept, and the lock. A killed tab lets go of it. */
export class Device {
  readonly kept = new Map<string, PendingMessage>()
  readonly person: string
  #holder: Tab | null = null
  #queue: { tab: Tab; go: () => void }[] = []

  constructor(person: string) {
    this.person = person
  }

  async alone(tab: Tab, work: () => Promise<void>): Promise<void> {
    await new Promise<void>((go) => {
      this.#queue.push({ tab, go })
      this.#handOver()
    })
    try {
      await work()
    } finally {
      this.release(tab)
    }
  }

  release(tab: Tab): void {
    this.#queue = this.#queue.filter((waiting) => waiting.tab !== tab || !tab.isDead)
    if (this.#holder === tab) this.#holder = null
    this.#handOver()
  }

  #handOver(): void {
    if (this.#holder) return
    const next = this.#queue.shift()
    if (!next) return
    this.#holder = next.tab
    next.go()
  }
}

export interface World {
  server: Server
  scheduler: fc.Scheduler
  luck: Luck
}

export class Tab {
  readonly device: Device
  readonly sent: string[] = []
  isDead = false
  thread: ThreadState
  readonly outbox: Outbox
  readonly #world: World

  constructor(device: Device, world: World) {
    this.device = device
    this.#world = world
    this.thread = emptyThread(device.person)
    this.outbox = new Outbox({
      store: this.#store(),
      alone: (_, work) => device.alone(this, work),
      prepare: (pending) => Promise.resolve(pending),
      seal: (pending) => this.#step('seal', () => sealed(pending, device.person)),
      post: (row) => this.#post(row),
      judge: (error) => ({ kind: error instanceof TypeError ? 'temporary' : 'stale' }),
      retryLater: () => undefined,
      onSent: (row, { body }) => {
        this.take({ type: 'opened', messages: [[row.id, { kind: 'open', body }]] })
        this.take({ type: 'rows', rows: [row] })
      },
      onFailed: () => undefined,
      onChange: (pending) => this.take({ type: 'pending', pending }),
    })
    world.server.listen((row) => this.#hear(row))
  }

  send(text: string): void {
    const id = orderedId()
    this.sent.push(id)
    const body = { t: 'text', text, ts: 0 }
    const queued = {
      id,
      conversationId,
      type: 'text',
      queuedAt: '',
      state: 'queued',
      failure: null,
      files: [],
    } as const
    this.outbox.add({ ...queued, body })
  }

  kill(): void {
    this.isDead = true
    this.outbox.close()
    this.device.release(this)
  }

  /** Rows since a little before the newest, in pages that may be interrupted. */
  async catchUp(): Promise<void> {
    const { rows } = this.#world.server
    const newest = newestInstant(this.thread)
    const known = newest === null ? -1 : rows.findLastIndex(({ created_at: at }) => at <= newest)
    const page = await this.#step('page', () => rows.slice(Math.max(0, known - overlap)))
    if (this.#world.luck.next() === 'lost') return
    this.take({ type: 'rows', rows: page, reachesStart: newest === null })
    await this.open()
  }

  async open(): Promise<void> {
    const rows = unopenedOf(this.thread, () => true)
    await this.#step('open', () => undefined)
    this.take({ type: 'opened', messages: rows.map((row): [string, Opened] => [row.id, opened(row)]) })
  }

  take(event: ThreadEvent): void {
    if (!this.isDead) this.thread = reduceThread(this.thread, event)
  }

  /** Something that takes its time; what a killed tab was waiting for never comes. */
  async #step<Result>(name: string, work: () => Result): Promise<Result> {
    await this.#world.scheduler.schedule(Promise.resolve(), name)
    if (this.isDead) return new Promise(() => undefined)
    return work()
  }

  #store(): OutboxStore {
    const { kept } = this.device
    return {
      // What the browser was handed it keeps: whoever reads afterwards finds it, though this tab may die before it is told.
      keep: async (pending, onHanded) => {
        await this.#step('hand', () => void kept.set(pending.id, pending))
        onHanded()
        await this.#step('keep', () => undefined)
      },
      drop: ({ id }) => this.#step('drop', () => void kept.delete(id)),
      read: () => this.#step('read', () => [...kept.values()]),
    }
  }

  async #post(row: SealedRow): Promise<MessageRow> {
    const { server, luck } = this.#world
    const isLeaving = await this.#step('request', () => luck.next())
    if (isLeaving === 'lost') throw new TypeError('Failed to fetch')
    if (isLeaving === 'stale' && !server.rows.some(({ id }) => id === row.id)) throw new Error('stale_epoch')
    const kept = server.insert(row)
    const answer = await this.#step('answer', () => luck.next())
    if (answer === 'lost') throw new TypeError('Failed to fetch')
    return kept
  }

  #hear(row: MessageRow): void {
    const fate = this.#world.luck.next()
    if (fate === 'lost') return
    for (let times = fate === 'twice' ? 2 : 1; times > 0; times -= 1) {
      void this.#step('event', () => this.take({ type: 'rows', rows: [row] })).then(() => this.open())
    }
  }
}

export function sealed({ id, type, body }: PendingMessage, person: string): SealedRow {
  const metadata = { e2ee: { v: 1, epoch: 'e', d: 'd', n: 0 } } as const
  const place = { id, conversation_id: conversationId, sender_id: person, message_type: type, metadata }
  return { ...place, encrypted_content: JSON.stringify(body), iv: 'AAAAAAAAAAAAAAAA' }
}

export function opened({ encrypted_content: content }: MessageRow): Opened {
  return { kind: 'open', body: JSON.parse(content) }
}
