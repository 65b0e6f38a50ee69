/** The epochs of conversations: read and verified in their order, opened anew when members, keys or time ask for it. */
import {
  VaultError,
  type EpochAnswer,
  type EpochContext,
  type EpochRow,
  type KeyRow,
  type MadeEpoch,
  type WrapRow,
} from '#crypto/index.ts'
import { callSignedIn } from '#data/call-signed-in.ts'
import { count } from '#data/count.ts'
import { keep, readKept } from '#data/device/message-store.ts'
import { DataError } from '#data/rest.ts'
import { read } from '#data/wire.ts'
import { patchConversation } from '#entities/conversation/conversation-queries.ts'

import { noteLetIn } from './added-members.ts'
import { checkKeys } from './contact-keys.ts'
import { activeMembers, letIn, newcomersTo, pairFor, usableKeys, type Members } from './epoch-members.ts'
import { HoldError } from './hold.ts'
import type { Chain, Latest, SessionVault } from './key-ring.ts'

/** E2EE §7, « Epoch needed when ». */
const longestMs = 7 * 24 * 60 * 60_000
const mostMessages = 500
const pageLength = 200
const mostTries = 3

export interface ReadEpoch extends EpochRow {
  epoch: number
  created_at: string
  conversation_keys: WrapRow[]
}

const entryOf = (userId: string, conversationId: string) => `${userId}.epochs.${conversationId}`

/** Epochs of messages that stayed closed although all was read: nothing is asked for them again until something changes. */
export async function missingIn(vault: SessionVault, conversationId: string): Promise<Set<string>> {
  return (await chainOf(vault, conversationId)).missing
}

function chainOf(vault: SessionVault, conversationId: string): Promise<Chain> {
  const { chains, settled } = vault.ring
  let chain = chains.get(conversationId)
  if (!chain) {
    const entry = entryOf(vault.userId, conversationId)
    chain = readKept<Latest>(entry).then(async (latest) => {
      const isKnown = latest !== null && (await vault.knownEpochs([latest.epochId])).length > 0
      return { latest: isKnown ? latest : null, count: null, isRead: false, missing: new Set<string>() }
    })
    const held = chain
    chains.set(conversationId, held)
    void held.then((known) => settled.set(held, known)).catch(() => undefined)
  }
  return chain
}

/** Reads and verifies what is new. Epochs that fail are left out: their messages say why they stay closed. */
export function readEpochs(vault: SessionVault, conversation: Members): Promise<Chain> {
  const { reading } = vault.ring
  const running = reading.get(conversation.id)
  if (running) return running
  const run = (async () => {
    const chain = await chainOf(vault, conversation.id)
    chain.isRead = true
    try {
      for (let after: number | undefined = chain.latest?.epoch ?? 0; after !== undefined;) {
        const rows = await readRows(conversation.id, vault.userId, { epoch: `gt.${after}` })
        for (const row of rows) await takeIn(vault, conversation, { chain, row })
        after = rows.length === pageLength ? rows.at(-1)?.epoch : undefined
      }
    } catch (error) {
      chain.isRead = false
      throw error
    }
    return chain
  })().finally(() => reading.delete(conversation.id))
  reading.set(conversation.id, run)
  return run
}

/** With this account's wraps, in their order. */
export function readRows(conversationId: string, userId: string, which: Record<string, string>): Promise<ReadEpoch[]> {
  const wraps = 'conversation_keys(epoch_id,user_id,kid,wrapped_key,shared_by,share_sig)'
  const columns = `conversation_id,epoch,epoch_id,creator_id,manifest,signature,created_at,${wraps}` as const
  return read('conversation_epochs', columns, {
    conversation_id: `eq.${conversationId}`,
    ...which,
    'conversation_keys.user_id': `eq.${userId}`,
    order: 'epoch.asc',
    limit: pageLength,
  })
}

async function takeIn(
  vault: SessionVault,
  conversation: Members,
  { chain, row }: { chain: Chain; row: ReadEpoch },
): Promise<void> {
  const answer = await openEpoch(vault, conversation, row)
  const members = answer.ok ? answer.members : null
  // Without a key for this device the list of its members is verified all the same, and what follows can be held to it.
  if (!members && (answer.ok || answer.code !== 'no_wrap')) return
  await adopt(vault, conversation.id, chain, {
    epoch: row.epoch,
    epochId: row.epoch_id,
    members: members ?? [],
    createdAt: row.created_at,
    isUsable: members !== null,
  })
}

/** Verifies it, with whoever's key that takes. */
export async function openEpoch(vault: SessionVault, conversation: Members, row: ReadEpoch): Promise<EpochAnswer> {
  const { conversation_keys: wraps, ...epoch } = row
  const people = [vault.userId, ...conversation.others.map(({ id }) => id)]
  await checkKeys(vault, people)
  const context = contextOf(vault.userId, conversation)
  let answer: EpochAnswer = { ok: false, code: 'no_wrap' }
  const asked = new Set<string>()
  const gone: string[] = []
  // An account that has renewed its key may hold several wraps of one epoch.
  for (const wrap of wraps.length > 0 ? wraps : [null]) {
    answer = await vault.openEpoch(epoch, wrap, { ...context, gone })
    while (!answer.ok && answer.code === 'unknown_identity' && answer.userId && !asked.has(answer.userId)) {
      const { userId } = answer
      asked.add(userId)
      const found = await checkKeys(vault, [userId])
      if (!found.get(userId)) gone.push(userId)
      answer = await vault.openEpoch(epoch, wrap, { ...context, gone })
    }
    if (answer.ok) break
  }
  return answer
}

function contextOf(userId: string, { kind, createdBy, others, pair }: Members): EpochContext {
  if (kind === 'direct') return { isDirect: true, founders: pair ?? [userId, ...others.map(({ id }) => id)] }
  return { isDirect: false, founders: createdBy === null ? [] : [createdBy] }
}

async function adopt(vault: SessionVault, conversationId: string, chain: Chain, latest: Latest): Promise<void> {
  Object.assign(chain, { latest, count: null } satisfies Partial<Chain>)
  await keep(entryOf(vault.userId, conversationId), latest)
  await noteLetIn(vault.userId, conversationId, latest.members)
}

/**
 * The epoch under which the next message is sealed.
 *
 * @param read the conversation as the server has it; asked again where it may have changed
 * @throws {HoldError} when somebody has to decide first
 */
export async function epochForSending(
  vault: SessionVault,
  read: (isChanged: boolean) => Promise<Members>,
): Promise<string> {
  let conversation = await read(false)
  for (let tries = 0; tries < mostTries; tries += 1) {
    const isStale = vault.ring.takeStale(conversation.id)
    const isFresh = isStale || tries > 0
    if (isFresh) conversation = await read(true)
    const agreed = await agree(vault, read, { conversation, isFresh })
    const { chain } = agreed
    conversation = agreed.conversation
    if (
      chain.latest &&
      isGood(chain, vault.userId, conversation) &&
      !(await wantsNewcomers(vault, conversation, chain.latest))
    ) {
      void countMessages(chain, conversation.id).catch(() => undefined)
      return chain.latest.epochId
    }
    if (isStale) activeMembers(vault.userId, conversation).forEach((id) => vault.ring.forgetKeyOf(id))
    const made = await makeEpoch(vault, conversation, chain)
    if (made !== null) return made
    // Somebody else was first, or members have changed: what holds now is read.
    activeMembers(vault.userId, conversation).forEach((id) => vault.ring.forgetKeyOf(id))
    chain.isRead = false
  }
  throw new DataError('stale_epoch', { status: 409, hint: 'stale_epoch' })
}

/** The same where nothing has to be asked for first, neither of the server nor of anybody: what is at hand says so. */
export function epochAtHand(vault: SessionVault, conversation: Members): string | null {
  const { ring } = vault
  const held = ring.chains.get(conversation.id)
  const chain = held && ring.settled.get(held)
  if (!chain?.latest || ring.isStale(conversation.id) || !isGood(chain, vault.userId, conversation)) return null
  const { epochId, members } = chain.latest
  // Somebody new is looked at first.
  if (activeMembers(vault.userId, conversation).some((id) => !members.includes(id))) return null
  void countMessages(chain, conversation.id).catch(() => undefined)
  return epochId
}

/** What the server says of the conversation, held against what this device has verified of its epochs. */
async function agree(
  vault: SessionVault,
  read: (isChanged: boolean) => Promise<Members>,
  { conversation, isFresh }: { conversation: Members; isFresh: boolean },
): Promise<{ conversation: Members; chain: Chain }> {
  const before = (await chainOf(vault, conversation.id)).latest?.epochId
  const chain = await chainFor(vault, conversation)
  // One that was opened since the conversation was read may be the one that it asks for.
  const isOvertaken = chain.latest?.epochId !== before
  if (isGood(chain, vault.userId, conversation) || (isFresh && !isOvertaken)) return { conversation, chain }
  const again = await read(true)
  return { conversation: again, chain: await chainFor(vault, again) }
}

async function chainFor(vault: SessionVault, conversation: Members): Promise<Chain> {
  const chain = await chainOf(vault, conversation.id)
  const isCurrent = chain.latest?.isUsable === true && chain.latest.epochId === conversation.epochId
  return isCurrent || (chain.isRead && conversation.epochId === null) ? chain : readEpochs(vault, conversation)
}

/**
 * Who takes part in the present epoch's conversation without being in it, though they have a key, and nobody has signed
 * them in: whoever the server has put there. They get no key, and nothing is sent before somebody decides (E2EE §2.2).
 */
export async function uninvitedIn(vault: SessionVault, conversation: Members): Promise<string[]> {
  // Where a group's next epoch is awaited, whoever opens it says who is in it.
  const isAwaited = conversation.kind === 'group' && conversation.epochId === null
  if (isAwaited || !conversation.others.some(({ isActive }) => isActive)) return []
  const { latest } = await chainFor(vault, conversation)
  if (!latest?.isUsable) return []
  return (await newcomersTo(vault, conversation, latest)).uninvited
}

/** Whether somebody who was let in has no key yet. @throws {HoldError} where somebody was not let in */
async function wantsNewcomers(vault: SessionVault, conversation: Members, latest: Latest): Promise<boolean> {
  const { uninvited, invited } = await newcomersTo(vault, conversation, latest)
  if (uninvited.length > 0) throw new HoldError({ kind: 'unsigned_member', userIds: uninvited })
  // Two people stay two, whoever else is let in: the others read nothing.
  return invited.length > 0 && conversation.kind === 'group'
}

/** `epochId` is null on the server where another one is needed. Whoever has left must not read what comes. */
function isGood({ latest, count }: Chain, userId: string, conversation: Members): boolean {
  if (!latest?.isUsable || latest.epochId !== conversation.epochId || (count ?? 0) >= mostMessages) return false
  const active = activeMembers(userId, conversation)
  return (
    latest.members.every((id) => active.includes(id)) && Date.now() - new Date(latest.createdAt).getTime() < longestMs
  )
}

async function countMessages(chain: Chain, conversationId: string): Promise<void> {
  if (chain.count !== null || !chain.latest) {
    chain.count = (chain.count ?? 0) + 1
    return
  }
  chain.count = 0
  const since = { conversation_id: `eq.${conversationId}`, created_at: `gte.${chain.latest.createdAt}` }
  chain.count = Math.max(chain.count, await count('encrypted_messages', 'id', since))
}

/** Answers `null` when another member has published one at the same time. */
async function makeEpoch(vault: SessionVault, conversation: Members, chain: Chain): Promise<string | null> {
  const { latest } = chain
  if (!latest && conversation.kind === 'group' && conversation.createdBy !== vault.userId) {
    throw new HoldError({ kind: 'no_founder', userIds: conversation.createdBy ? [conversation.createdBy] : [] })
  }
  const active = activeMembers(vault.userId, conversation)
  const members = await usableKeys(vault, conversation, active)
  const made = await ask(vault, conversation, { latest, members, active })
  const epoch = (latest?.epoch ?? 0) + 1
  if (!(await publish(made, epoch))) return null
  // As everybody else will: what is published is held against what is known, and only then kept.
  const own = made.wraps.find(({ user_id: owner }) => owner === vault.userId) ?? null
  const answer = await vault.openEpoch(made, own, contextOf(vault.userId, conversation))
  if (!answer.ok) throw new VaultError(answer.code)
  await adopt(vault, conversation.id, chain, {
    epoch,
    epochId: made.epoch_id,
    members: members.map(({ user_id: id }) => id),
    createdAt: new Date().toISOString(),
    isUsable: true,
  })
  patchConversation(vault.userId, conversation.id, (held) => ({ ...held, epochId: made.epoch_id }))
  return made.epoch_id
}

interface Wanted {
  latest: Latest | null
  members: readonly KeyRow[]
  active: readonly string[]
}

/** @throws {HoldError} for those who were let in by nobody */
async function ask(
  vault: SessionVault,
  { id, kind }: Members,
  { latest, members, active }: Wanted,
): Promise<MadeEpoch> {
  const people = await letIn(vault.userId, id, latest)
  const added = latest || kind === 'group' ? people : pairFor(active, people)
  const previous = latest ? { previous: latest.epochId } : {}
  try {
    return await vault.makeEpoch({ conversationId: id, members, added, ...previous })
  } catch (error) {
    const others = kind === 'direct' && latest ? [] : added
    const invited = new Set([...(latest?.members ?? []), ...others, vault.userId])
    const uninvited = active.filter((person) => !invited.has(person))
    throw asHold(error, uninvited) ?? error
  }
}

/** What the vault would not do without a decision. */
export function asHold(error: unknown, uninvited: readonly string[] = []): HoldError | null {
  if (!(error instanceof VaultError)) return null
  if (error.code === 'uninvited') return new HoldError({ kind: 'unsigned_member', userIds: uninvited })
  if (error.code === 'identity_changed') return new HoldError({ kind: 'key_changed', userIds: [] })
  if (error.code === 'locked') return new HoldError({ kind: 'locked', userIds: [] })
  return null
}

async function publish({ manifest, signature, wraps }: MadeEpoch, epoch: number): Promise<boolean> {
  try {
    await callSignedIn('publish_epoch', { manifest, signature, epoch, wraps })
    return true
  } catch (error) {
    if (error instanceof DataError && error.status === 409 && error.hint !== 'no_key') return false
    throw error
  }
}
