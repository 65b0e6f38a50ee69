import type { Pgoutput } from 'pg-logical-replication'

import type { ChangeKind } from '../row-change.ts'
import type { SentMessage } from '../row-changes.ts'
import { parseLsn, placeOf } from './lsn.ts'

type Texts = Readonly<Record<string, string | null | undefined>>

/** A change as the stream tells it: values are texts, undefined where they were left out. */
export interface DecodedChange {
  readonly relation: Pgoutput.MessageRelation
  readonly kind: ChangeKind
  readonly record: Texts | null
  readonly old: Texts | null
  readonly isOldWhole: boolean
  readonly xid: number
  readonly committedAt: Date
  /** In the log, after all that was read before it. */
  readonly place: string
  isTransactionWhole: boolean
}

export interface PlacedMessage {
  readonly message: SentMessage
  readonly place: string
}

export interface DecodedPart {
  readonly changes: readonly DecodedChange[]
  readonly messages: readonly PlacedMessage[]
  /** Of all that was read up to its end. */
  readonly place: string
  /** Where the transaction's commit stands in the log; null until its last part. */
  readonly commit: bigint | null
}

/** How many changes of one transaction are held before they are passed on. */
const MOST_HELD = 200

interface Open {
  readonly commit: bigint
  readonly committedAt: Date
  readonly xid: number
  /** Changes that were passed on already, before the stream broke off and began anew. */
  skip: number
  passed: number
  /** Of these, how many have left in parts. */
  handed: number
  changes: DecodedChange[]
  messages: PlacedMessage[]
}

/** Puts the stream's messages together to transactions, none twice however often the stream begins anew. */
export class TransactionReader {
  #open: Open | null = null
  #done = 0n
  #broken: { readonly commit: bigint; readonly passed: number } | null = null

  /** Whether a transaction has begun to arrive. */
  get isWithin(): boolean {
    return this.#open !== null
  }

  /** A part of a transaction when one is whole or large, else null. */
  read(message: Pgoutput.Message): DecodedPart | null {
    if (message.tag === 'begin') this.#begin(message)
    const open = this.#open
    if (open === null) return null
    if (message.tag === 'commit') return this.#commit(open)
    const change = changeOf(message, open)
    if (change === null) return null
    open.passed += 1
    if (open.passed <= open.skip) return null
    this.#take(open, change)
    return open.changes.length >= MOST_HELD ? this.#part(open, null) : null
  }

  /** The stream begins anew, with what has not been acknowledged. */
  restart(): void {
    const open = this.#open
    this.#open = null
    if (open === null || open.commit <= this.#done) return
    this.#broken = { commit: open.commit, passed: Math.max(open.skip, open.handed) }
  }

  #begin({ commitLsn, commitTime, xid }: Pgoutput.MessageBegin): void {
    const commit = parseLsn(commitLsn ?? '0/0')
    // What was handed on is not told again, though the server may not know yet that it was.
    if (commit <= this.#done) return
    this.#open = {
      commit,
      committedAt: new Date(Number(commitTime.valueOf() / 1000n)),
      xid: xid >>> 0,
      skip: this.#broken?.commit === commit ? this.#broken.passed : 0,
      passed: 0,
      handed: 0,
      changes: [],
      messages: [],
    }
  }

  #commit(open: Open): DecodedPart {
    this.#open = null
    this.#broken = null
    this.#done = open.commit
    for (const change of open.changes) change.isTransactionWhole = open.handed === 0 && open.skip === 0
    return this.#part(open, open.commit)
  }

  #take(open: Open, change: DecodedChange): void {
    const { schema, name } = change.relation
    if (schema !== 'realtime' || name !== 'messages') return void open.changes.push(change)
    const message = change.kind === 'INSERT' ? messageOf(change) : null
    if (message !== null) open.messages.push({ message, place: change.place })
  }

  #part(open: Open, commit: bigint | null): DecodedPart {
    const place = placeOf(open.commit, open.passed)
    const part = { changes: open.changes, messages: open.messages, place, commit }
    open.changes = []
    open.messages = []
    open.handed = open.passed
    return part
  }
}

function changeOf(message: Pgoutput.Message, { xid, committedAt, commit, passed }: Open): DecodedChange | null {
  const facts = { xid, committedAt, place: placeOf(commit, passed + 1), isTransactionWhole: false }
  if (message.tag === 'insert') {
    return { ...facts, relation: message.relation, kind: 'INSERT', record: message.new, old: null, isOldWhole: false }
  }
  if (message.tag === 'update') {
    // Without a word about the old row its identity has not changed.
    const old = message.old ?? message.key ?? identityOf(message.relation, message.new)
    return {
      ...facts,
      relation: message.relation,
      kind: 'UPDATE',
      record: message.new,
      old,
      isOldWhole: message.old !== null,
    }
  }
  if (message.tag !== 'delete') return null
  const old = message.old ?? message.key
  return { ...facts, relation: message.relation, kind: 'DELETE', record: null, old, isOldWhole: message.old !== null }
}

const identityOf = ({ keyColumns }: Pgoutput.MessageRelation, row: Texts): Texts =>
  Object.fromEntries(keyColumns.map((name) => [name, row[name]]))

function messageOf({ record, xid }: DecodedChange): SentMessage | null {
  const { id, topic, event, payload, binary_payload: binary, inserted_at: at } = record ?? {}
  if (record?.['extension'] !== 'broadcast' || !id || !topic || !at) return null
  return {
    id,
    topic,
    event: event ?? '',
    isPrivate: record['private'] === 't',
    payloadJson: payload ?? null,
    binary: binary ? Buffer.from(binary.slice(2), 'hex') : null,
    insertedAt: new Date(`${at.replace(' ', 'T')}Z`),
    xid,
  }
}
