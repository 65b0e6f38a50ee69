import type { LinkPreview } from '#entities/conversation/link-preview.ts'
/** Messages as a screen shows them. */
import type { Attachment, MessageBody, MessageType } from '#entities/conversation/message-row.ts'

import { isVoice, type VoiceFacts } from './outbox/voice/voice-note.ts'

/** What became of the ciphertext. `locked`: this device has no key yet; other codes are those of E2EE §7. */
export type Opened =
  /** `link`: what the next message of its device names; absent where it was written here. */
  | { kind: 'open'; body: MessageBody; link?: string }
  /** From before encryption; `masked`: it looks encrypted, and nobody can open it. */
  | { kind: 'legacy'; text: string; isMasked: boolean; isDowngrade: boolean }
  | { kind: 'failed'; code: string }

/** Why a message of one's own did not go. */
export type SendFailure =
  | 'stale_epoch'
  | 'plaintext_refused'
  | 'cannot_message'
  /** Three messages before the other one has accepted. */
  | 'request_pending'
  | 'too_many_messages'
  | 'too_long'
  /** Made sixty days ago: its id is not taken any more. */
  | 'too_old'
  /** The other one's safety number has changed: held until somebody decides. */
  | 'key_changed'
  /** Somebody stands in the conversation whom no member has signed in. */
  | 'unsigned_member'
  | 'no_recipient_key'
  | 'file_too_large'
  | 'refused'

/** Queued → encrypting → posting → (gone, its row is there) or failed; network trouble leads back to queued (E2EE §7). */
export interface PendingMessage {
  /** Version 7: a device's ids stand in the order of its messages. */
  id: string
  conversationId: string
  /** ISO, this device's clock. */
  queuedAt: string
  type: MessageType
  body: MessageBody
  state: 'queued' | 'encrypting' | 'posting' | 'failed'
  failure: SendFailure | null
  /** Pictures or a voice note that go with it, until it is sent. */
  files: readonly PendingFile[]
  /** ISO, this device's clock: since when the pictures lie at the server. */
  uploadedAt?: string
}

export interface PendingFile {
  blob: Blob
  width: number
  height: number
  thumbhash: string | null
  /** Of a voice note, which has no size. */
  voice?: VoiceFacts
}

/** A voice note, whether it waits on this device or came from the server. */
export function hasVoice({ content, files }: Pick<ThreadItem, 'content' | 'files'>): boolean {
  if (content.kind !== 'open') return false
  return content.attachments.length > 0 ? content.attachments.some(isVoice) : files.some(({ voice }) => voice)
}

export type ItemState = PendingMessage['state'] | 'sent' | 'read' | 'received'

export interface Reaction {
  emoji: string
  userIds: readonly string[]
}

/** What a bubble holds. */
export type ItemContent =
  | {
      kind: 'open'
      text: string
      attachments: readonly Attachment[]
      postId: string | null
      /** What a link in the text leads to, as its sender's device has seen it. */
      preview: LinkPreview | null
      /** A picture to be looked at once, and whether it was; null: as often as one likes. */
      once: 'closed' | 'opened' | null
    }
  /** Not opened yet, or this device has no key: 'Message chiffré' and « Déverrouiller ». */
  | { kind: 'locked' }
  /** '[Message non déchiffrable]' and « Pourquoi ? ». */
  | { kind: 'failed'; code: string }
  /** 'Message déchiffré (contenu original masqué)'. */
  | { kind: 'masked' }
  | { kind: 'deleted' }
  /** Said by a member about the thread: the group's new name, or how long messages stay. */
  | { kind: 'named'; name: string }
  | { kind: 'vanishing'; seconds: number | null }
  /** Who was let in, sent away, or went by themselves. */
  | { kind: 'added' | 'dropped'; userIds: readonly string[] }
  | { kind: 'gone' }
  /** Before what its sender wrote next: a message of theirs that the server does not give (E2EE §7, `gap`). */
  | { kind: 'missing' }

/** One quiet line among the messages: said about the thread, not in it. */
export type NoticeContent = Extract<
  ItemContent,
  { kind: 'named' | 'vanishing' | 'added' | 'dropped' | 'gone' | 'missing' }
>

const notices = new Set<ItemContent['kind']>(['named', 'vanishing', 'added', 'dropped', 'gone', 'missing'])

export function isNotice(content: ItemContent): content is NoticeContent {
  return notices.has(content.kind)
}

export interface ThreadItem {
  id: string
  conversationId: string
  senderId: string
  isMine: boolean
  type: MessageType
  /** ISO; the server's clock, or this device's until it is sent. */
  at: string
  state: ItemState
  failure: SendFailure | null
  content: ItemContent
  /** The sender's clock, where it differs from the server's by more than an hour. */
  writtenAt: string | null
  isEdited: boolean
  reactions: readonly Reaction[]
  replyTo: string | null
  expiresAt: string | null
  /** `legacy`: from before encryption; `downgrade`: after it, « Ce message n'était pas protégé ». */
  protection: 'encrypted' | 'legacy' | 'downgrade'
  /** Not uploaded yet, for a preview. */
  files: readonly PendingFile[]
}

/** How long an own message may be changed (SCREENS §3.10). */
export const editableMs = 24 * 60 * 60_000

export function isEditable(item: ThreadItem, now: number = Date.now()): boolean {
  const isWritten = item.isMine && item.content.kind === 'open' && (item.state === 'sent' || item.state === 'read')
  return isWritten && now - new Date(item.at).getTime() < editableMs
}

/** Said to everybody about the thread itself: nothing to read, and nobody is told. */
export function isQuiet({ name, vanish, add, drop, gone, opened }: MessageBody): boolean {
  return [name, vanish, add, drop, gone, opened].some((said) => said !== undefined)
}

/** Says something about the thread instead of in it. */
export function isAct({ edit, del, react, add, opened }: MessageBody): boolean {
  return [edit, del, react, add, opened].some((said) => said !== undefined)
}
