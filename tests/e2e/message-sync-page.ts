/// <reference types="vite/client" />
/** What runs in the browsers of message-sync.e2e.ts and messages.bench.ts: the app's own modules, without its screens. */
import { queryClient } from '../../app/src/data/query-client.ts'
import { getSession, watchSession } from '../../app/src/data/session.ts'
import { supabase } from '../../app/src/data/supabase.ts'
import { startConversation } from '../../app/src/entities/conversation/conversation-acts.ts'
import { conversationQueries } from '../../app/src/entities/conversation/conversation-queries.ts'
import { markRead } from '../../app/src/entities/conversation/mark-read.ts'
import { keepDraft, readDraft, saveDrafts } from '../../app/src/entities/message/drafts.ts'
import { fillIndex } from '../../app/src/entities/message/fill-index.ts'
import { holdOf } from '../../app/src/entities/message/hold.ts'
import type { LiveThread } from '../../app/src/entities/message/live-thread.ts'
import type { ThreadItem } from '../../app/src/entities/message/message.ts'
import { messenger } from '../../app/src/entities/message/messenger.ts'
import { indexedMessages, loadIndex } from '../../app/src/entities/message/search-index.ts'
import { findMessages } from '../../app/src/entities/message/search-words.ts'
import { readFile } from '../../app/src/entities/message/send-files.ts'
import * as acts from '../../app/src/entities/message/send.ts'
import { forgetMessages } from '../../app/src/entities/message/sign-out-messages.ts'
import { publishKey, refreshVault, saveBackup, vaultOf } from '../../app/src/entities/message/vault.ts'

const seenAt = new Map<string, number>()

async function signedIn(): Promise<string> {
  await supabase()
  const session = getSession()
  if (session.status === 'signed-in') return session.user.id
  return new Promise((resolve) => {
    const stop = watchSession(() => {
      const now = getSession()
      if (now.status !== 'signed-in') return
      stop()
      resolve(now.user.id)
    })
  })
}

/** As the sheets do it: nothing is published before the backup is there. */
async function setUp(): Promise<string> {
  const userId = await signedIn()
  const vault = await vaultOf(userId)
  const { keyRow, backup, recoveryCode } = await vault.create()
  await saveBackup(backup)
  await publishKey(keyRow)
  await vault.confirmBackup()
  await refreshVault(userId)
  return recoveryCode
}

function noteSeen(thread: LiveThread): void {
  for (const { id, content } of thread.snapshot.items) {
    if (content.kind === 'open' && !seenAt.has(id)) seenAt.set(id, Date.now())
  }
}

function open(conversationId: string): void {
  const thread = messenger().thread(conversationId)
  thread.watch(() => noteSeen(thread))
}

const itemsOf = (conversationId: string): readonly ThreadItem[] => messenger().thread(conversationId).snapshot.items

/** What a screen would show, a line for each bubble. */
function lines(conversationId: string): string[] {
  return itemsOf(conversationId).map(({ content }) => (content.kind === 'open' ? content.text : content.kind))
}

async function picture(conversationId: string, index: number): Promise<string> {
  const { id, content } = itemsOf(conversationId)[index]!
  if (content.kind !== 'open') throw new Error('The message is not open')
  const place = { conversationId, messageId: id, index: 0 }
  const { type, size } = await readFile(await vaultOf(await signedIn()), content.attachments[0]!, place)
  return `${type} ${size > 0}`
}

/** A drawing with a given size, as somebody would choose it. */
async function draw(width: number, height: number): Promise<Blob> {
  const canvas = new OffscreenCanvas(width, height)
  const context = canvas.getContext('2d')!
  context.fillStyle = '#1d2a6c'
  context.fillRect(0, 0, width, height)
  return canvas.convertToBlob({ type: 'image/png' })
}

async function search(query: string): Promise<string[]> {
  const userId = await signedIn()
  await fillIndex(userId)
  const index = await loadIndex(userId)
  return findMessages(indexedMessages(index), query, { most: 100 }).map(({ text }) => text)
}

const page = {
  markRead,
  ...acts,
  signedIn,
  setUp,
  startConversation,
  open,
  itemsOf,
  lines,
  seenAt,
  picture,
  draw,
  search,
  hold: holdOf,
  keepDraft,
  readDraft,
  saveDrafts,
  waiting: () => messenger().outbox.waiting.map(({ id, state, failure }) => ({ id, state, failure })),
  forget: async () => forgetMessages(await signedIn(), { keepKeys: false }),
  list: async () => queryClient.fetchInfiniteQuery(conversationQueries.list(await signedIn(), 'all')),
  loadOlder: (id: string) => messenger().thread(id).loadOlder(),
}
export type MessagePage = typeof page
Object.assign(globalThis, { messages: page })
