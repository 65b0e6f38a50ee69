/** Where a manifest stands in its conversation, and whether its author was in a position to write it (E2EE §2.2). */
import type { Device } from '../account/account.ts'
import { VaultError, type EpochCode } from '../codes.ts'
import type { ConversationRecord, EpochRecord, VaultStore } from '../records.ts'
import type { EpochContext } from '../vault.ts'
import type { Manifest } from './manifest.ts'

export class Refusal extends VaultError {
  readonly userId: string | undefined

  constructor(code: EpochCode, userId?: string) {
    super(code)
    this.userId = userId
  }
}

export interface Place {
  /** The last verified epoch before this one; null where nothing before it was. */
  previous: EpochRecord | null
  /** The two people of a conversation of two; null in groups. */
  pair: readonly string[] | null
}

/** What a conversation is was settled by its first verified manifest, whatever the server says of it since. */
export async function placeOf({ store }: Device, manifest: Manifest, context: EpochContext): Promise<Place> {
  const kept = await store.read('conversations', manifest.conversationId)
  const claimed = context.isDirect ? context.founders : null
  return { previous: await previousOf(store, manifest, kept), pair: kept?.pair === undefined ? claimed : kept.pair }
}

async function previousOf(
  store: VaultStore,
  manifest: Manifest,
  kept: ConversationRecord | undefined,
): Promise<EpochRecord | null> {
  const { conversationId, previousId, previousHash } = manifest
  if (previousId === null) return verifyFirst(manifest, kept)
  const record = await store.read('epochs', previousId)
  if (record) {
    const isContinued = record.manifestHash === previousHash && record.conversationId === conversationId
    if (!isContinued) throw new Refusal('bad_previous')
    return record
  }
  const link = kept?.skipped?.[previousId]
  if (!link) throw new Refusal('unknown_previous')
  if (link.hash !== previousHash) throw new Refusal('bad_previous')
  return link.after === null ? null : ((await store.read('epochs', link.after)) ?? null)
}

/** There is no second beginning. */
function verifyFirst({ epochId }: Manifest, kept: ConversationRecord | undefined): null {
  const isBegun = kept?.firstEpoch !== undefined || kept?.pair !== undefined
  if (isBegun && kept.firstEpoch !== epochId) throw new Refusal('bad_previous')
  return null
}

export function verifyAuthority(
  { userId }: Device,
  { manifest, place, founders }: { manifest: Manifest; place: Place; founders: readonly string[] },
): void {
  const { previous, pair } = place
  if (pair) verifyPair(manifest, pair)
  else if (previous || manifest.previousId === null) verifyMember(manifest, previous, founders)
  // Nothing before it could be verified, since its authors have gone: one's history begins where a member names one.
  else if (!manifest.members.some((member) => member.userId === userId)) throw new Refusal('not_member')
}

/** Two people for ever. */
function verifyPair({ creatorId, members }: Manifest, pair: readonly string[]): void {
  if (!pair.includes(creatorId)) throw new Refusal('creator_not_previous')
  const isPair = pair.length === 2 && members.length === 2 && members.every(({ userId }) => pair.includes(userId))
  if (!isPair) throw new Refusal('wrong_members')
}

function verifyMember({ creatorId }: Manifest, previous: EpochRecord | null, founders: readonly string[]): void {
  const before = previous?.members.map(({ userId }) => userId) ?? founders
  if (before.length === 0) throw new Refusal('unknown_identity', creatorId)
  if (!before.includes(creatorId)) throw new Refusal('creator_not_previous')
}

const unproven: ReadonlySet<string> = new Set(['unknown_identity', 'identity_mismatch', 'not_member'])

/**
 * An epoch whose people this device cannot know (any more) stays closed, and is no end: what a member signs after it names
 * its hash, and is held against the last list that was verified.
 */
export async function noteSkipped(
  { store }: Device,
  { conversationId, epochId }: Manifest,
  { error, hash, previous }: { error: unknown; hash: string; previous: EpochRecord | null },
): Promise<void> {
  if (!(error instanceof Refusal) || !unproven.has(error.code)) return
  const link = { hash, after: previous?.epochId ?? null }
  await store.update('conversations', conversationId, (old) => ({
    ...old,
    skipped: { ...old?.skipped, [epochId]: link },
  }))
}
