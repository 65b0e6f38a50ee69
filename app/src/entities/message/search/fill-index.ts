/** Brings the index up to date and back in time, a page at a time, while nothing else is to be done (E2EE §10). */
import { alone } from '#data/outbox/one-tab.ts'
import { DataError } from '#data/rest.ts'
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
import type { IndexEntry } from './search-words.ts'

const pageLength = 200
const listLength = 100
/** Two parts are being opened at a time: whoever writes or reads meanwhile waits for no more than these. */
const partLength = 20

/** Answers whether all that this device can open is in it now. One tab fills it; what another one has filled is read there. */
export function fillIndex(scope: Scope): Promise<boolean> {
  const index = scope.part(SearchIndex)
  index.filling ??= alone(`cortexia.index.${scope.userId}`, () => fill(scope))
    .catch(() => false)
    .finally(() => (index.filling = undefined))
  return index.filling
}

async function fill(scope: Scope): Promise<boolean> {
  if (scope.over.aborted) return false
  const device = scope.part(HeldVault)
  if (device.state === 'loading') await device.refresh()
  if (!isOpenable(device.state)) return false
  const index = scope.part(SearchIndex)
  await index.readAgain()
  const listed = new Set<string>()
  let isWhole = true
  for (const filter of ['all', 'archived'] as const) {
    for await (const conversation of conversationsOf(filter)) {
      listed.add(conversation.id)
      isWhole = (await fillUnlessRefused(scope, conversation)) && isWhole
    }
  }
  const { coverage } = await index.load()
  for (const id of Object.keys(coverage)) if (!listed.has(id)) await forgetIfGone(index, id)
  return isWhole
}

/** One conversation whose keys or rows the server refuses holds up no other. */
async function fillUnlessRefused(scope: Scope, conversation: Conversation): Promise<boolean> {
  try {
    await fillOne(scope, conversation)
    return true
  } catch (error) {
    if (error instanceof DataError && !error.isRetryable) return false
    throw error
  }
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
  await keepLate(kept, id)
}

/** Opened only after its turn had come: its keys came later. */
async function keepLate(kept: SearchIndex, conversationId: string): Promise<void> {
  const { coverage, fresh } = await kept.load()
  const reached = coverage[conversationId]
  if (!reached) return
  const isLate = ({ c, at, until }: IndexEntry) =>
    c === conversationId && until === undefined && at >= reached.oldest && at <= reached.newest
  const late = [...fresh.values()].filter(isLate)
  if (late.length > 0) await kept.add(late, { conversationId, coverage: reached })
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
  const pages = ahead(pagesDown(conversation.id, { from, until }))
  for await (const { rows, opened } of ahead(openEach(pages, { vault, conversation }))) {
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

/** The worker opens a page while the one before is written down, and the next one is on its way. */
async function* openEach(
  pages: AsyncIterable<MessageRow[]>,
  { vault, conversation }: { vault: SessionVault; conversation: Conversation },
): AsyncGenerator<{ rows: MessageRow[]; opened: [string, Opened][] }, void> {
  for await (const rows of pages) yield { rows, opened: await openParts(vault, conversation, rows) }
}

async function openParts(vault: SessionVault, conversation: Conversation, rows: readonly MessageRow[]) {
  const opened: [string, Opened][][] = []
  let from = 0
  const openNext = async () => {
    for (let place = from; place < rows.length; place = from) {
      from += partLength
      const part = rows.slice(place, place + partLength)
      opened[place / partLength] = await openRows(vault, () => Promise.resolve(conversation), part, { mayMiss: false })
    }
  }
  await Promise.all([openNext(), openNext()])
  return opened.flat()
}

/** `null` where what has been reached from above does not meet what is known yet. */
function joinCoverage(reached: Coverage, known: Coverage | null): Coverage | null {
  if (!known || reached.oldest > known.newest) return null
  return { newest: reached.newest, oldest: known.oldest, reachesStart: known.reachesStart }
}

/** Until what is known, or the beginning. */
async function* pagesDown(
  conversationId: string,
  { from, until }: { from: string | undefined; until: Coverage | null },
): AsyncGenerator<MessageRow[], void> {
  for (let before = from; ;) {
    const rows = await readDown(conversationId, before)
    yield rows
    const last = rows.length === pageLength ? rows.at(-1) : undefined
    if (!last) return
    before = instantOf(last.created_at)
    if (until && before <= until.newest) return
  }
}

/** One more than was asked for is being made. */
async function* ahead<Item>(items: AsyncGenerator<Item, void>): AsyncGenerator<Item, void> {
  for (let next = items.next(); ;) {
    const made = await next
    if (made.done) return
    next = items.next()
    next.catch(() => undefined)
    yield made.value
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

/** Whatever somebody does comes first. */
async function idle(): Promise<void> {
  if ('scheduler' in globalThis) await scheduler.postTask(() => undefined, { priority: 'background' })
  else await new Promise((resolve) => setTimeout(resolve, 50))
}
