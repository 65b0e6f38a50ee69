/** What runs in the browsers of message-sync.e2e.ts and messages.bench.ts: the app's own modules, without its screens. */
import { clearKept, keep, keptKeys, readKept } from '../../../app/src/data/device/message-store.ts'
import { orderedId } from '../../../app/src/data/outbox/ordered-id.ts'
import { queryClient } from '../../../app/src/data/query-client.ts'
import { getSession, watchSession } from '../../../app/src/data/session.ts'
import { supabase } from '../../../app/src/data/supabase.ts'
import { conversationQueries } from '../../../app/src/entities/conversation/conversation-queries.ts'
import { markRead } from '../../../app/src/entities/conversation/mark-read.ts'
import { watchMessages } from '../../../app/src/entities/conversation/message-feed.ts'
import { leaveConversation, startConversation } from '../../../app/src/entities/message/conversation-acts.ts'
import { addMember, removeMember, startGroup } from '../../../app/src/entities/message/group-acts.ts'
import { Holds } from '../../../app/src/entities/message/keys/hold.ts'
import { publishKey, readBackup, saveBackup } from '../../../app/src/entities/message/keys/key-wire.ts'
import { HeldVault, refreshVault, vaultOf } from '../../../app/src/entities/message/keys/vault.ts'
import type { ThreadItem } from '../../../app/src/entities/message/message.ts'
import { messenger } from '../../../app/src/entities/message/messenger.ts'
import { readFile } from '../../../app/src/entities/message/outbox/send-files.ts'
import { keepDraft, readDraft, saveDrafts } from '../../../app/src/entities/message/previews/drafts.ts'
import { Previews } from '../../../app/src/entities/message/previews/previews.ts'
import { ownScope, scopeOf } from '../../../app/src/entities/message/scope.ts'
import { fillIndex } from '../../../app/src/entities/message/search/fill-index.ts'
import { searchIndex } from '../../../app/src/entities/message/search/inverted-index.ts'
import { SearchIndex } from '../../../app/src/entities/message/search/search-index.ts'
import * as acts from '../../../app/src/entities/message/send.ts'
import { forgetMessages } from '../../../app/src/entities/message/sign-out-messages.ts'
import type { LiveThread } from '../../../app/src/entities/message/thread/live-thread.ts'
import { itemsOf as itemsOfThread } from '../../../app/src/entities/message/thread/thread-items.ts'
import { emptyThread, reduceThread } from '../../../app/src/entities/message/thread/thread-machine.ts'

const seenAt = new Map<string, number>()

async function signedIn(): Promise<string> {
  const session = getSession()
  if (session.status === 'signed-in') return session.user.id
  await supabase()
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

async function unlock(code: string): Promise<void> {
  const userId = await signedIn()
  await (await vaultOf(userId)).unlock((await readBackup())!, { code })
  await refreshVault(userId)
}

/** The next generation of the keys. */
async function renew(code: string): Promise<void> {
  const userId = await signedIn()
  const { keyRow, backup } = await (await vaultOf(userId)).rotate({ backup: (await readBackup())!, secret: { code } })
  await saveBackup(backup)
  await publishKey(keyRow)
  await refreshVault(userId)
}

/** By the clock that all pages of a machine share, in ms with their fractions. */
const clock = () => performance.timeOrigin + performance.now()

function noteSeen(thread: LiveThread): void {
  for (const { id, content } of thread.snapshot.items) {
    if (content.kind === 'open' && !seenAt.has(id)) seenAt.set(id, clock())
  }
}

const watched = new Map<string, () => void>()

function open(conversationId: string): void {
  const thread = messenger().thread(conversationId)
  const stop = thread.watch(() => noteSeen(thread))
  watched.set(conversationId, stop)
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

/** The newest message that a start without network would show. */
async function keptNewest(conversationId: string): Promise<string | undefined> {
  const rows = await readKept<{ id: string }[]>(`${await signedIn()}.thread.${conversationId}`)
  return rows?.at(-1)?.id
}

/** What this device holds of a conversation, by the names of its entries. */
async function keptOf(conversationId: string): Promise<string[]> {
  const names = await keptKeys(`${await signedIn()}.`)
  return names.filter((name) => name.includes(conversationId)).toSorted()
}

/** As the list does at each change of it. */
async function look(): Promise<void> {
  const userId = await signedIn()
  messenger()
  const { pages } = await queryClient.fetchInfiniteQuery(conversationQueries.list(userId, 'all'))
  await scopeOf(userId)
    .part(Previews)
    .lookAtLast(pages.flatMap(({ conversations }) => conversations))
}

/** As the settings do it. */
async function signOut(): Promise<void> {
  const userId = await signedIn()
  await (await supabase()).auth.signOut({ scope: 'local' })
  await forgetMessages(userId, { keepKeys: false, staying: [] })
}

const frozen = new BroadcastChannel('frozen')

/** Whoever is told here that the browser has it does nothing more, and says so to the other tabs. */
function keepAndFreeze(entry: string): void {
  void keep(entry, 'kept', () => {
    // oxlint-disable-next-line unicorn/require-post-message-target-origin -- a BroadcastChannel has one origin
    frozen.postMessage(entry)
    const end = Date.now() + 60_000
    while (Date.now() < end);
  })
}

/** Of another tab. */
function untilFrozen(): Promise<void> {
  return new Promise((resolve) => frozen.addEventListener('message', () => resolve(), { once: true }))
}

/** A drawing with a given size, as somebody would choose it. */
async function draw(width: number, height: number): Promise<Blob> {
  const canvas = new OffscreenCanvas(width, height)
  const context = canvas.getContext('2d')!
  context.fillStyle = '#1d2a6c'
  context.fillRect(0, 0, width, height)
  return canvas.convertToBlob({ type: 'image/png' })
}

/** Of this page's own channel, from now on; that it stands already counts. */
async function untilChannel(is: 'joined' | 'lost'): Promise<void> {
  const userId = await signedIn()
  return new Promise((resolve) => watchMessages(userId, ({ type }) => type === is && resolve()))
}

const fill = async () => fillIndex(scopeOf(await signedIn()))

/** In what this tab knows to be in the index. */
async function find(query: string): Promise<string[]> {
  const index = await ownScope().part(SearchIndex).load()
  return (await searchIndex(index, query, { most: 100 })).map(({ text }) => text)
}

async function search(query: string): Promise<string[]> {
  await fill()
  return find(query)
}

/** Without keys, as nobody of ours writes: the same row over the same channel, to measure against. */
async function sendPlain(conversationId: string, text: string): Promise<string> {
  const id = crypto.randomUUID()
  const row = {
    id,
    conversation_id: conversationId,
    sender_id: await signedIn(),
    encrypted_content: text,
    iv: 'simple',
  }
  const { error } = await (await supabase()).from('encrypted_messages' as never).insert(row as never)
  if (error) throw error
  return id
}

/** Notes when rows arrive, as they are. */
async function listenPlain(): Promise<void> {
  watchMessages(await signedIn(), (news) => news.type === 'message' && seenAt.set(news.id, clock()))
  await untilChannel('joined')
}

/** Sealed as ever and posted in bulk: a long conversation in little time. */
async function writeMany(conversationId: string, count: number): Promise<void> {
  const userId = await signedIn()
  const vault = await vaultOf(userId)
  const epochId = (await messenger().conversation(conversationId, true))?.epochId ?? ''
  const words = ['marché', 'lagune', 'mangue', 'tissu', 'soleil', 'atelier', 'kora', 'baobab', 'indigo', 'pagne']
  for (let from = 0; from < count; from += 250) {
    const sealing = Array.from({ length: Math.min(250, count - from) }, (_, place) => {
      const number = from + place
      const text = `Message ${number} : ${words.map((word, at) => `${word}${(number * (at + 3)) % 97}`).join(' ')}`
      const body = { t: 'text', text, ts: Date.now() }
      return vault.seal({ conversationId, epochId, id: orderedId(), type: 'text', body })
    })
    const { error } = await (
      await supabase()
    )
      .from('encrypted_messages' as never)
      .insert((await Promise.all(sealing)) as never)
    if (error) throw error
  }
}

/** One after another, as somebody writes and reads; and a page at once. In ms. */
async function timeVault(conversationId: string): Promise<{ seal: number[]; open: number[]; page: number }> {
  const vault = await vaultOf(await signedIn())
  const epochId = (await messenger().conversation(conversationId, true))?.epochId ?? ''
  const [seal, open]: [number[], number[]] = [[], []]
  const rows = []
  for (let count = 0; count < 50; count += 1) {
    const start = performance.now()
    const body = { t: 'text', text: 'Bonjour, comment vas-tu ?', ts: Date.now() }
    const row = await vault.seal({ conversationId, epochId, id: orderedId(), type: 'text', body })
    const sealed = performance.now()
    await vault.open([row])
    seal.push(sealed - start)
    open.push(performance.now() - sealed)
    rows.push(row)
  }
  const start = performance.now()
  await vault.open(rows)
  return { seal, open, page: performance.now() - start }
}

/** Until the newest fifty are open on the screen, in ms. */
function timeToOpen(conversationId: string): Promise<number> {
  const start = performance.now()
  const thread = messenger().thread(conversationId)
  return new Promise((resolve) => {
    const look = () => {
      const { items } = thread.snapshot
      const isThere = items.length >= 50 && items.slice(-50).every(({ content }) => content.kind === 'open')
      if (isThere) resolve(performance.now() - start)
    }
    thread.watch(look)
    look()
  })
}

/** Of the index: read from the device, its first list, and searches for a word; ms. */
async function timeSearches(
  queries: readonly string[],
): Promise<{ read: number; each: number[]; found: number[]; size: number }> {
  const userId = await signedIn()
  const start = performance.now()
  const index = await new SearchIndex(scopeOf(userId)).load()
  const read = performance.now() - start
  const each: number[] = []
  const found: number[] = []
  // The first finds nothing read yet, the others what the ones before have.
  for (const query of queries) {
    const began = performance.now()
    found.push((await searchIndex(index, query, { most: 100 })).length)
    each.push(performance.now() - began)
  }
  return { read, each, found, size: index.places.size }
}

/** Ten thousand bubbles from their rows, and one more; ms. */
async function timeLongThread(conversationId: string): Promise<{ first: number; next: number; length: number }> {
  const userId = await signedIn()
  const whole = await scopeOf(userId).part(SearchIndex).load()
  const index = await searchIndex(whole, 'message', { most: Infinity })
  const rows = index.map(({ id, senderId, at }) => ({
    id,
    conversation_id: conversationId,
    sender_id: senderId,
    created_at: at,
    is_read: false,
    expires_at: null,
    encrypted_content: '',
    iv: 'AAAAAAAAAAAAAAAA',
    message_type: 'text' as const,
    metadata: {},
  }))
  const opened = index.map(({ id, text }) => [id, { kind: 'open', body: { t: 'text', text, ts: 0 } }] as const)
  const start = performance.now()
  let state = reduceThread(emptyThread(userId), { type: 'rows', rows: rows.slice(1) })
  state = reduceThread(state, { type: 'opened', messages: opened })
  itemsOfThread(state, Date.now())
  const middle = performance.now()
  state = reduceThread(state, { type: 'rows', rows: rows.slice(0, 1) })
  const { length } = itemsOfThread(state, Date.now())
  return { first: middle - start, next: performance.now() - middle, length }
}

const page = {
  markRead,
  addMember,
  removeMember,
  startGroup,
  ...acts,
  signedIn,
  setUp,
  unlock,
  renew,
  startConversation,
  leaveConversation,
  keptOf,
  look,
  vaultState: () => ownScope().part(HeldVault).state,
  open,
  leave: (id: string) => watched.get(id)?.(),
  itemsOf,
  lines,
  seenAt,
  clock,
  picture,
  keptNewest,
  readKept: (entry: string) => readKept<string>(entry),
  keepAndFreeze,
  untilFrozen,
  draw,
  search,
  hold: (id: string) => ownScope().part(Holds).of(id),
  keepDraft,
  readDraft,
  saveDrafts,
  waiting: () => messenger().outbox.waiting.map(({ id, state, failure }) => ({ id, state, failure })),
  signOut,
  isSignedIn: () => getSession().status === 'signed-in',
  forget: async () => forgetMessages(await signedIn(), { keepKeys: false, staying: [] }),
  list: async () => queryClient.fetchInfiniteQuery(conversationQueries.list(await signedIn(), 'all')),
  sendPlain,
  listenPlain,
  writeMany,
  timeVault,
  timeToOpen,
  timeSearches,
  timeLongThread,
  untilChannel,
  fill,
  find,
  clearKept,
}
export type MessagePage = typeof page
Object.assign(globalThis, { messages: page })
