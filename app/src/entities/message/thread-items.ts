/** From what is known of a thread to its bubbles: edits, deletions and reactions come to rest on what they mean. */
import type { MessageBody, MessageRow } from '#data/message-row.ts'

import {
  editableMs,
  isAct,
  type ItemContent,
  type Opened,
  type PendingMessage,
  type Reaction,
  type ThreadItem,
} from './message.ts'
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
}

/** Oldest first; what waits stands at the end. `now` hides what has disappeared meanwhile. */
export function itemsOf(state: ThreadState, now: number): ThreadItem[] {
  const rows = rowsOf(state)
  const acts = gatherActs(state, rows)
  const since = firstProtected(state, rows)
  const shown = rows
    .filter((row) => isShown(state, row, now))
    .map((row) => itemOf(state, row, { acts, isDowngrade: since !== null && row.created_at > since }))
  const waiting = stillPending(state)
    .filter(({ id, body }) => !isAct(body) && !state.hidden.has(id))
    .map((pending) => waitingItem(state, pending))
  return [...shown, ...waiting]
}

function isShown(state: ThreadState, { id, expires_at: expires }: MessageRow, now: number): boolean {
  if (state.hidden.has(id) || (expires !== null && new Date(expires).getTime() <= now)) return false
  const body = bodyOf(state, id)
  return body === null || !isAct(body)
}

function gatherActs(state: ThreadState, rows: readonly MessageRow[]): Acts {
  const acts: Acts = { edits: new Map(), deletions: new Map(), reactions: new Map() }
  for (const row of rows) {
    const body = bodyOf(state, row.id)
    if (body) addAct(acts, { senderId: row.sender_id, at: new Date(row.created_at).getTime(), body })
  }
  for (const { body } of actsPending(state)) addAct(acts, { senderId: state.me, at: null, body })
  return acts
}

function addAct(acts: Acts, act: Act): void {
  const { edit, del, react } = act.body
  if (edit !== undefined) acts.edits.set(edit, [...(acts.edits.get(edit) ?? []), act])
  if (del !== undefined) acts.deletions.set(del, (acts.deletions.get(del) ?? new Set()).add(act.senderId))
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
}

function itemOf(state: ThreadState, row: MessageRow, { acts, isDowngrade }: Around): ThreadItem {
  const body = bodyOf(state, row.id)
  const isMine = row.sender_id === state.me
  const isDeleted = isTakenBack(row, acts)
  const edit = isDeleted || body === null ? null : lastEdit(acts.edits.get(row.id) ?? [], row)
  return {
    id: row.id,
    conversationId: row.conversation_id,
    senderId: row.sender_id,
    isMine,
    type: row.message_type,
    at: row.created_at,
    state: isMine ? sentState(state, row) : 'received',
    failure: null,
    content: isDeleted ? { kind: 'deleted' } : contentOf(state, row, edit),
    writtenAt: writtenAt(body, row),
    isEdited: edit !== null,
    reactions: isDeleted ? [] : groupReactions(acts.reactions.get(row.id)),
    replyTo: body?.re ?? null,
    expiresAt: row.expires_at,
    protection: row.iv === 'simple' ? plainly(state.opened.get(row.id), isDowngrade) : 'encrypted',
    files: [],
  }
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
    content: openContent(pending.body, pending.body.text ?? ''),
    writtenAt: null,
    isEdited: false,
    reactions: [],
    replyTo: pending.body.re ?? null,
    expiresAt: null,
    protection: 'encrypted',
    files: pending.files,
  }
}

function contentOf(state: ThreadState, row: MessageRow, edit: string | null): ItemContent {
  const opened = state.opened.get(row.id)
  if (!opened) return { kind: 'locked' }
  if (opened.kind === 'failed') return opened
  if (opened.kind === 'open') return openContent(opened.body, edit ?? opened.body.text ?? '')
  return opened.isMasked ? { kind: 'masked' } : { kind: 'open', text: opened.text, attachments: [], postId: null }
}

function openContent({ name, vanish, att, post }: MessageBody, text: string): ItemContent {
  if (name !== undefined) return { kind: 'named', name }
  if (vanish !== undefined) return { kind: 'vanishing', seconds: vanish }
  return { kind: 'open', text, attachments: att ?? [], postId: post?.id ?? null }
}

function sentState({ readers }: ThreadState, row: MessageRow): 'sent' | 'read' {
  const isReadByAll = readers.size > 0 && [...readers.values()].every((upTo) => upTo >= row.created_at)
  return row.is_read || isReadByAll ? 'read' : 'sent'
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
