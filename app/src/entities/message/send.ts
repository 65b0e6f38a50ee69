/** What somebody does in a thread. The bubble is there at once; the outbox does the rest, now or when it can. */
import { callSignedIn } from '#data/call-signed-in.ts'
import { orderedId } from '#data/outbox/ordered-id.ts'
import { DataError } from '#data/rest.ts'
import { sealPreview, type LinkPreview } from '#entities/conversation/link-preview.ts'
import type { MessageBody, MessageType } from '#entities/conversation/message-row.ts'

import { noteAdded } from './keys/added-members.ts'
import { Holds } from './keys/hold.ts'
import { tellPins } from './keys/pin-sync.ts'
import { HeldVault } from './keys/vault.ts'
import type { PendingFile } from './message.ts'
import { messenger } from './messenger.ts'
import { preparePicture } from './outbox/send-files.ts'
import type { VoiceNote } from './outbox/voice/recorder.ts'
import { ownScope } from './scope.ts'

export { watchFailures } from './outbox/failed-acts.ts'

interface Manner {
  replyTo?: string | null | undefined
  text?: string
  preview?: LinkPreview | null
  /** The other one looks at it once. */
  once?: boolean
}

/** `encrypted_content` holds 65 536 base64 characters: this leaves room for the rest of the body. */
export const longestText = 10_000

/** @throws {DataError} `message_too_long`, `message_empty` */
export function sendText(conversationId: string, text: string, { replyTo, preview }: Manner = {}): string {
  const shown = preview ? { link: sealPreview(preview) } : {}
  return queue(conversationId, 'text', { t: 'text', text: checkedText(text), ...shown, ...answering(replyTo) })
}

/** @throws {ReferenceError} when it is no picture that can be sent */
export async function sendImage(
  conversationId: string,
  file: Blob,
  { replyTo, text = '', once = false }: Manner = {},
): Promise<string> {
  const picture = await preparePicture(file)
  const caption = text.trim() === '' ? {} : { text: checkedText(text) }
  return queue(conversationId, 'image', { t: 'image', ...caption, ...(once && { once }), ...answering(replyTo) }, [
    picture,
  ])
}

/** To the server a message with a file, as a picture is: it cannot tell which. */
export function sendVoice(conversationId: string, { blob, ms, bars }: VoiceNote, { replyTo }: Manner = {}): string {
  const file = { blob, width: 0, height: 0, thumbhash: null, voice: { ms, bars } }
  return queue(conversationId, 'image', { t: 'image', ...answering(replyTo) }, [file])
}

/**
 * One that has an address: fetched here, sealed here.
 * @throws {ReferenceError} when it is no picture that can be sent; @throws {TypeError} without network
 */
export async function sendPicture(conversationId: string, url: string, manner: Manner = {}): Promise<void> {
  const response = await fetch(url)
  if (!response.ok) throw new Error(`the picture answered ${response.status}`)
  await sendImage(conversationId, await response.blob(), manner)
}

/** Its id alone: the card is fetched with the reader's own rights. */
export function sendPost(conversationId: string, postId: string, { replyTo, text = '' }: Manner = {}): string {
  const words = text.trim() === '' ? {} : { text: checkedText(text) }
  return queue(conversationId, 'post_share', { t: 'post_share', post: { id: postId }, ...words, ...answering(replyTo) })
}

export function editMessage(conversationId: string, id: string, text: string): string {
  return queue(conversationId, 'text', { t: 'text', edit: id, text: checkedText(text) })
}

/** `me`: on this device. `all`: for everybody, and its ciphertext goes too. */
export function removeMessage(conversationId: string, id: string, forWhom: 'me' | 'all'): void {
  if (forWhom === 'me') messenger().hide(conversationId, id)
  else queue(conversationId, 'text', { t: 'text', del: id })
}

/** An empty emoji takes one's reaction back. */
export function react(conversationId: string, to: string, emoji: string): void {
  queue(conversationId, 'text', { t: 'text', react: { to, e: emoji } })
}

/** Said before it is shown: on no device of this person it is shown again, and its sender's take it off the server. */
export function tellOpened(conversationId: string, id: string): void {
  queue(conversationId, 'text', { t: 'text', opened: id })
}

/** Signed, and read by members only: the server does not know what a group is called. */
export function nameGroup(conversationId: string, name: string): void {
  queue(conversationId, 'text', { t: 'text', name: name.trim().slice(0, 100) })
}

/** Signed: other members' devices take it for an invitation. The message itself opens the epoch that lets them in. */
export function tellAdded(conversationId: string, person: string): void {
  queue(conversationId, 'text', { t: 'text', add: [person] })
}

/** Signed, for the others to read: who takes part is the server's to say. */
export function tellDropped(conversationId: string, person: string): void {
  queue(conversationId, 'text', { t: 'text', drop: [person] })
}

export function tellGone(conversationId: string): string {
  return queue(conversationId, 'text', { t: 'text', gone: true })
}

/** `null`: messages stay. The server counts the time, members see who has set it. */
export async function setVanishing(conversationId: string, seconds: number | null): Promise<void> {
  const args = { conversation: conversationId, seconds }
  await callSignedIn('set_vanishing', args)
  queue(conversationId, 'text', { t: 'text', vanish: seconds })
}

export function retryMessage(id: string): void {
  messenger().outbox.retry(id)
}

export function discardMessage(id: string): Promise<void> {
  return messenger().discard(id)
}

/**
 * Somebody has decided: changed keys are taken, and whom nobody had signed in is. A contact who was once verified
 * needs a new comparison first. @throws {VaultError} `needs_comparison`
 */
export async function releaseHold(conversationId: string): Promise<void> {
  const all = messenger()
  const scope = ownScope()
  const hold = scope.part(Holds).of(conversationId)
  if (!hold) return
  if (hold.kind === 'unsigned_member') await noteAdded(scope.userId, conversationId, hold.userIds)
  if (hold.kind === 'key_changed') {
    const vault = await scope.part(HeldVault).open()
    // Those whom the question named, and nobody whose key has changed since.
    for (const id of hold.userIds) {
      await vault.acceptKey(id)
      vault.ring.forgetKeyOf(id)
    }
    tellPins(vault)
  }
  all.resume([conversationId])
  // What they wrote under the key that was held back opens now.
  all.thread(conversationId).keysChanged()
}

function queue(
  conversationId: string,
  type: MessageType,
  body: Omit<MessageBody, 'ts'>,
  files: readonly PendingFile[] = [],
): string {
  const all = messenger()
  const id = orderedId()
  const now = new Date()
  const seen = all.thread(conversationId).newestId
  all.outbox.add({
    id,
    conversationId,
    queuedAt: now.toISOString(),
    type,
    body: { ...(body as MessageBody), ts: now.getTime(), ...(seen !== undefined && { seen }) },
    state: 'queued',
    failure: null,
    files,
  })
  return id
}

function answering(replyTo: string | null | undefined): { re?: string } {
  return replyTo ? { re: replyTo } : {}
}

function checkedText(text: string): string {
  const trimmed = text.trim()
  if (trimmed === '') throw new DataError('The message is empty', { status: 400, hint: 'message_empty' })
  if (trimmed.length > longestText)
    throw new DataError('The message is too long', { status: 400, hint: 'message_too_long' })
  return trimmed
}
