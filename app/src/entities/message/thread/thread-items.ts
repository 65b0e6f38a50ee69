import { openPreview } from '#entities/conversation/link-preview.ts'
/** From what is known of a thread to its bubbles: edits, deletions and reactions come to rest on what they mean. */
import type { MessageBody, MessageRow } from '#entities/conversation/message-row.ts'

import {
  editableMs,
  isAct,
  type ItemContent,
  type Opened,
  type PendingFile,
  type PendingMessage,
  type Reaction,
  type ThreadItem,
} from '../message.ts'
import { actsPending, bodyOf, isErasedRow, rowsOf, stillPending, type ThreadState } from './thread-machine.ts'

const clockTolerance = 60 * 60_000

interface Act {
  senderId: string
  /** ms; null: not sent yet. */
  at: number | null
  body: MessageBody
}

interface Acts {
  edits: Map<string, Act[]>
  deletions: Map<string, Set<string>>
  reactions: Map<string, Map<string, string>>
  /** Who has looked at what is looked at once. */
  openings: Map<string, Set<string>>
}

/** Oldest first; what waits stands at the end. `now` hides what has disappeared meanwhile. */
export function itemsOf(state: ThreadState, now: number): ThreadItem[] {
  const rows = rowsOf(state)
  const acts = gatherActs(state, rows)
  const since = firstProtected(state, rows)
  const readByAll = readByEverybody(state)
  const around = (row: MessageRow) => ({ acts, readByAll, isDowngrade: since !== null && row.created_at > since })
  const shown: ThreadItem[] = []
  let title: string | null = null
  for (const row of rows) {
    if (state.missed.has(row.id)) shown.push(missingBefore(row))
    if (!isShown(state, row, now)) continue
    const item = itemOf(state, row, around(row))
    if (item.content.kind === 'named') {
      // Said again for whoever was added; for the others it is no news.
      if (item.content.name === title) continue
      title = item.content.name
    }
    shown.push(item)
  }
  const waiting = stillPending(state)
    .filter(({ id, body }) => !isAct(body) && !state.hidden.has(id))
    .map((pending) => waitingItem(state, pending))
  return [...shown, ...waiting]
}

function isShown(state: ThreadState, { id, expires_at: expires }: MessageRow, now: number): boolean {
  if (state.hidden.has(id) || (expires !== null && new Date(expires).getTime() <= now)) return false
  const body = bodyOf(state, id)
  return body === null || !isAct(body) || body.add !== undefined
}

function gatherActs(state: ThreadState, rows: readonly MessageRow[]): Acts {
  const acts: Acts = { edits: new Map(), deletions: new Map(), reactions: new Map(), openings: new Map() }
  for (const row of rows) {
    const body = bodyOf(state, row.id)
    if (body && isAct(body)) addAct(acts, { senderId: row.sender_id, at: new Date(row.created_at).getTime(), body })
  }
  for (const { body } of actsPending(state)) addAct(acts, { senderId: state.me, at: null, body })
  return acts
}

function addAct(acts: Acts, act: Act): void {
  const { edit, del, react, opened } = act.body
  if (edit !== undefined) acts.edits.set(edit, [...(acts.edits.get(edit) ?? []), act])
  if (del !== undefined) acts.deletions.set(del, (acts.deletions.get(del) ?? new Set()).add(act.senderId))
  if (opened !== undefined) acts.openings.set(opened, (acts.openings.get(opened) ?? new Set()).add(act.senderId))
  if (!react) return
  const given = acts.reactions.get(react.to) ?? new Map<string, string>()
  // Taken out first: who reacts again stands last.
  given.delete(act.senderId)
  if (react.e !== '') given.set(act.senderId, react.e)
  acts.reactions.set(react.to, given)
}

/** A plain row after this instant is an attempt to do without encryption (E2EE §2.5). */
function firstProtected(state: ThreadState, rows: readonly MessageRow[]): string | null {
  return rows.find(({ id }) => state.opened.get(id)?.kind === 'open')?.created_at ?? null
}

interface Around {
  acts: Acts
  isDowngrade: boolean
  /** Up to where everybody else has read; '' where nobody has. */
  readByAll: string
}

/** All that a bubble is made of besides its row. */
interface Facts {
  opened: Opened | undefined
  isDeleted: boolean
  edit: string | null
  reactions: string
  state: ThreadItem['state']
  isDowngrade: boolean
  isSeen: boolean
}

/** A long thread changes at one place at a time: what says the same stays the same object. */
const made = new WeakMap<MessageRow, { facts: Facts; item: ThreadItem }>()
const noFiles: readonly PendingFile[] = []

function itemOf(thread: ThreadState, row: MessageRow, { acts, isDowngrade, readByAll }: Around): ThreadItem {
  const given = acts.reactions.get(row.id)
  const isDeleted = isTakenBack(row, acts)
  const edits = acts.edits.get(row.id)
  const facts: Facts = {
    opened: thread.opened.get(row.id),
    isDeleted,
    edit: edits && !isDeleted ? lastEdit(edits, row) : null,
    reactions: given ? JSON.stringify([...given]) : '',
    state: stateOf(thread, row, readByAll),
    isDowngrade,
    isSeen: isSeen(thread, row, acts),
  }
  const known = made.get(row)
  if (known && isSame(known.facts, facts)) return known.item
  const item = makeItem(row, facts, { isMine: row.sender_id === thread.me, given })
  made.set(row, { facts, item })
  return item
}

function isSame(one: Facts, other: Facts): boolean {
  return (
    one.opened === other.opened &&
    one.isDeleted === other.isDeleted &&
    one.edit === other.edit &&
    one.reactions === other.reactions &&
    one.state === other.state &&
    one.isDowngrade === other.isDowngrade &&
    one.isSeen === other.isSeen
  )
}

function makeItem(
  row: MessageRow,
  { opened, isDeleted, edit, state, isDowngrade, isSeen: isOver }: Facts,
  { isMine, given }: { isMine: boolean; given: ReadonlyMap<string, string> | undefined },
): ThreadItem {
  const body = opened?.kind === 'open' ? opened.body : null
  return {
    id: row.id,
    conversationId: row.conversation_id,
    senderId: row.sender_id,
    isMine,
    type: row.message_type,
    at: row.created_at,
    state,
    failure: null,
    content: isDeleted && !isOver ? { kind: 'deleted' } : onceOver(contentOf(opened, edit), { isOver, isMine }),
    writtenAt: writtenAt(body, row),
    isEdited: edit !== null,
    reactions: isDeleted ? [] : groupReactions(given),
    replyTo: body?.re ?? null,
    expiresAt: row.expires_at,
    protection: row.iv === 'simple' ? plainly(opened, isDowngrade) : 'encrypted',
    files: noFiles,
  }
}

/** Of one's own: by somebody else. What was looked at is no message that was taken back, though its words are gone. */
function isSeen({ me }: ThreadState, { id, sender_id: sender }: MessageRow, { openings }: Acts): boolean {
  const seen = openings.get(id)
  return seen !== undefined && (sender === me ? [...seen].some((person) => person !== me) : seen.has(me))
}

/** Nothing of it is handed out any more; to its sender never again. */
function onceOver(content: ItemContent, { isOver, isMine }: { isOver: boolean; isMine: boolean }): ItemContent {
  if (isOver) return { kind: 'open', text: '', attachments: [], postId: null, preview: null, once: 'opened' }
  return isMine && content.kind === 'open' && content.once !== null ? { ...content, attachments: [] } : content
}

/** Only whoever wrote it takes it back: signatures say who that is. */
function isTakenBack(row: MessageRow, { deletions }: Acts): boolean {
  return isErasedRow(row) || (deletions.get(row.id)?.has(row.sender_id) ?? false)
}

function plainly(opened: Opened | undefined, isDowngrade: boolean): 'legacy' | 'downgrade' {
  return isDowngrade || (opened?.kind === 'legacy' && opened.isDowngrade) ? 'downgrade' : 'legacy'
}

function waitingItem({ me }: ThreadState, pending: PendingMessage): ThreadItem {
  return {
    id: pending.id,
    conversationId: pending.conversationId,
    senderId: me,
    isMine: true,
    type: pending.type,
    at: pending.queuedAt,
    state: pending.state,
    failure: pending.failure,
    content: onceOver(openContent(pending.body, pending.body.text ?? ''), { isOver: false, isMine: true }),
    writtenAt: null,
    isEdited: false,
    reactions: [],
    replyTo: pending.body.re ?? null,
    expiresAt: null,
    protection: 'encrypted',
    files: pending.files,
  }
}

/** Says that something is not there: it has no row of its own. */
function missingBefore(row: MessageRow): ThreadItem {
  const facts = { opened: undefined, isDeleted: false, edit: null, reactions: '', isDowngrade: false, isSeen: false }
  const item = makeItem(row, { ...facts, state: 'received' }, { isMine: false, given: undefined })
  return { ...item, id: `gap-${row.id}`, content: { kind: 'missing' }, expiresAt: null }
}

function contentOf(opened: Opened | undefined, edit: string | null): ItemContent {
  if (!opened) return { kind: 'locked' }
  if (opened.kind === 'failed') return opened
  if (opened.kind === 'open') return openContent(opened.body, edit ?? opened.body.text ?? '')
  return opened.isMasked
    ? { kind: 'masked' }
    : { kind: 'open', text: opened.text, attachments: [], postId: null, preview: null, once: null }
}

function openContent(body: MessageBody, text: string): ItemContent {
  const { name, vanish, att, post, link, add, drop, gone, once } = body
  if (gone) return { kind: 'gone' }
  if (add ?? drop) return { kind: add ? 'added' : 'dropped', userIds: peopleIn(add ?? drop) }
  if (name !== undefined) return { kind: 'named', name }
  if (vanish !== undefined) return { kind: 'vanishing', seconds: vanish }
  return {
    kind: 'open',
    text,
    attachments: att ?? [],
    postId: post?.id ?? null,
    preview: openPreview(link),
    once: once === true ? 'closed' : null,
  }
}

/** What a member writes is not believed to have the form it should have. */
function peopleIn(named: unknown): string[] {
  return Array.isArray(named) ? named.filter((id) => typeof id === 'string').slice(0, 50) : []
}

function stateOf({ me }: ThreadState, row: MessageRow, readByAll: string): ThreadItem['state'] {
  if (row.sender_id !== me) return 'received'
  return row.is_read || readByAll >= row.created_at ? 'read' : 'sent'
}

function readByEverybody({ readers }: ThreadState): string {
  return [...readers.values()].toSorted()[0] ?? ''
}

function lastEdit(edits: readonly Act[], row: MessageRow): string | null {
  const written = new Date(row.created_at).getTime()
  const counts = ({ senderId, at }: Act) => senderId === row.sender_id && (at ?? written) - written < editableMs
  return edits.findLast(counts)?.body.text ?? null
}

function writtenAt(body: MessageBody | null, row: MessageRow): string | null {
  if (!body || Math.abs(body.ts - new Date(row.created_at).getTime()) <= clockTolerance) return null
  const written = new Date(body.ts)
  return Number.isNaN(written.getTime()) ? null : written.toISOString()
}

function groupReactions(given: ReadonlyMap<string, string> | undefined): Reaction[] {
  const groups = new Map<string, string[]>()
  for (const [userId, emoji] of given ?? []) groups.set(emoji, [...(groups.get(emoji) ?? []), userId])
  return [...groups].map(([emoji, userIds]) => ({ emoji, userIds }))
}
