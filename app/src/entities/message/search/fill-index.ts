/** Brings the index up to date and back in time, a page at a time, while nothing else is to be done (E2EE §10). */
import { call, read } from '#data/wire.ts'
import { toConversation, type PageRow } from '#entities/conversation/conversation-queries.ts'
import type { Conversation } from '#entities/conversation/conversation.ts'
import { instantOf, type MessageRow } from '#entities/conversation/message-row.ts'

import type { SessionVault } from '../keys/key-ring.ts'
import { HeldVault, isOpenable } from '../keys/vault.ts'
import type { Opened } from '../message.ts'
import { Previews } from '../previews/previews.ts'
import type { Scope } from '../scope.ts'
import { openRows } from '../thread/open-rows.ts'
import type { Coverage } from './inverted-index.ts'
import { entriesOf, mostMessages, SearchIndex } from './search-index.ts'

const pageLength = 200
/** A page that is never quite idle is filled all the same. */
const longestPauseMs = 100
const listLength = 100
/** Opened at once: whoever writes or reads meanwhile waits for no more than these. */
const partLength = 40

/** Ends when everything is in, when the network fails, or when the device has no keys. One tab does it. */
export function fillIndex(scope: Scope): Promise<void> {
  const index = scope.part(SearchIndex)
  if (index.filling) return index.filling
  const run = navigator.locks.request(`cortexia.index.${scope.userId}`, { ifAvailable: true }, async (lock) => {
    if (lock) await fill(scope)
  })
  index.filling = run.catch(() => undefined).finally(() => (index.filling = undefined))
  return index.filling
}

async function fill(scope: Scope): Promise<void> {
  const device = scope.part(HeldVault)
  if (device.state === 'loading') await device.refresh()
  if (!isOpenable(device.state)) return
  const listed = new Set<string>()
  for (const filter of ['all', 'archived'] as const) {
    for await (const conversation of conversationsOf(filter)) {
      listed.add(conversation.id)
      await fillOne(scope, conversation)
    }
  }
  const index = scope.part(SearchIndex)
  const { coverage } = await index.load()
  for (const id of Object.keys(coverage)) if (!listed.has(id)) await forgetIfGone(index, id)
}

/** Left or deleted while this device was away; one that moved up the list meanwhile is still there. */
async function forgetIfGone(index: SearchIndex, id: string): Promise<void> {
  const [row] = await call('conversation_entry', { conversation: id })
  const readsFrom = row ? toConversation(row).me.readsFrom : undefined
  if (readsFrom !== null) await index.forget(id, readsFrom)
}

async function* conversationsOf(filter: 'all' | 'archived'): AsyncGenerator<Conversation, void> {
  for (let cursor: string | null = null; ;) {
    const rows: PageRow[] = await call('conversation_page', { filter, cursor, page_size: listLength })
    for (const row of rows) yield toConversation(row)
    cursor = rows.at(-1)?.cursor ?? null
    if (rows.length < listLength || cursor === null) return
  }
}

async function fillOne(scope: Scope, conversation: Conversation): Promise<void> {
  const kept = scope.part(SearchIndex)
  const index = await kept.load()
  const { id, lastMessageAt, me } = conversation
  if (me.readsFrom !== null) await kept.forget(id, me.readsFrom)
  if (lastMessageAt === null) return
  // Downwards from the newest until what is known, then on from where it ended.
  const known = index.coverage[id]
  if (!known || instantOf(lastMessageAt) > known.newest) await fillDown(scope, conversation, { until: known ?? null })
  const { oldest, reachesStart } = index.coverage[id] ?? { oldest: '', reachesStart: true }
  if (!reachesStart && index.places.size < mostMessages)
    await fillDown(scope, conversation, { from: oldest, until: null })
}

async function fillDown(
  scope: Scope,
  conversation: Conversation,
  { from, until }: { from?: string; until: Coverage | null },
): Promise<void> {
  const kept = scope.part(SearchIndex)
  const index = await kept.load()
  const vault = await scope.part(HeldVault).open()
  let newest = index.coverage[conversation.id]?.newest ?? ''
  let before = from
  for await (const rows of pagesDown(conversation.id, from)) {
    const opened = await openParts(vault, conversation, rows)
    scope.part(Previews).noteNames(rows, opened)
    const instants = rows.map(({ created_at: at }) => instantOf(at))
    newest = [newest, ...instants.slice(0, 1)].toSorted().at(-1) ?? ''
    before = instants.at(-1) ?? before ?? newest
    const reached = { newest, oldest: before, reachesStart: rows.length < pageLength }
    const bridge = joinCoverage(reached, until)
    await kept.add(entriesOf(rows, opened), {
      conversationId: conversation.id,
      // Half a bridge to what is known would be a hole that nobody sees.
      coverage: bridge ?? until ?? reached,
    })
    if (bridge || reached.reachesStart || index.places.size >= mostMessages) return
    await idle()
  }
}

async function openParts(vault: SessionVault, conversation: Conversation, rows: readonly MessageRow[]) {
  const opened: [string, Opened][] = []
  for (let from = 0; from < rows.length; from += partLength) {
    const part = rows.slice(from, from + partLength)
    opened.push(...(await openRows(vault, () => Promise.resolve(conversation), part)))
  }
  return opened
}

/** `null` where what has been reached from above does not meet what is known yet. */
function joinCoverage(reached: Coverage, known: Coverage | null): Coverage | null {
  if (!known || reached.oldest > known.newest) return null
  return { newest: reached.newest, oldest: known.oldest, reachesStart: known.reachesStart }
}

/** The network works while the worker does. */
async function* pagesDown(conversationId: string, from: string | undefined): AsyncGenerator<MessageRow[], void> {
  let next: Promise<MessageRow[]> | null = readDown(conversationId, from)
  while (next) {
    const rows: MessageRow[] = await next
    const last = rows.length === pageLength ? rows.at(-1) : undefined
    next = last ? readDown(conversationId, instantOf(last.created_at)) : null
    next?.catch(() => undefined)
    yield rows
  }
}

/** Several of one instant are never torn apart by a page: the next begins with that instant again. */
function readDown(conversationId: string, before: string | undefined): Promise<MessageRow[]> {
  return read('encrypted_messages', '*', {
    conversation_id: `eq.${conversationId}`,
    ...(before !== undefined && { created_at: `lte.${before}` }),
    order: 'created_at.desc,id.desc',
    limit: pageLength,
  })
}

function idle(): Promise<void> {
  return new Promise((resolve) => {
    if ('requestIdleCallback' in globalThis) requestIdleCallback(() => resolve(), { timeout: longestPauseMs })
    else setTimeout(resolve, 50)
  })
}
