/** Bringing the keys from a device that has them to one that has not, step by step (E2EE §4). */
import { VaultError, type Secret } from '#crypto/index.ts'
import { vaultOf } from '#entities/message/keys/vault.ts'

import { openLinked, theBackup } from '../keys-data.ts'
import { joinLink, type LinkChannel } from './link-channel.ts'
import { wordsOf } from './link-words.ts'

export interface Giving {
  /** What the new device scans. */
  code: string
  /** After the words were compared. */
  give: (secret: Secret) => Promise<void>
  leave: () => void
}

export interface LinkEvents {
  /** The words, the same on both devices if nobody stands between. */
  onMet: (words: readonly string[]) => void
  onFailed: (error: unknown) => void
}

/** On the device that has the keys. */
export async function beginGiving(userId: string, { onMet, onFailed }: LinkEvents): Promise<Giving> {
  const vault = await vaultOf(userId)
  const code = await vault.offerLink()
  const channel: LinkChannel = await joinLink(userId, (kind, text) => {
    if (kind === 'answer') unlessNotForUs(meet(text)).catch(onFailed)
  })
  const meet = async (answer: string) => {
    const { numbers, reply } = await vault.meetLink(answer)
    if (reply === null) return
    await channel.send('number', reply)
    onMet(wordsOf(numbers))
  }
  return {
    code,
    give: async (secret) => channel.send('keys', await vault.giveLink({ backup: await theBackup(), secret })),
    leave: channel.leave,
  }
}

export interface TakingEvents extends LinkEvents {
  /** The keys are here. */
  onOpened: () => void
}

/** On the device that has scanned; answers the way to leave. @throws VaultError `bad_link` where that was no such code */
export async function beginTaking(userId: string, scanned: string, events: TakingEvents): Promise<() => void> {
  const vault = await vaultOf(userId)
  const answer = await vault.answerLink(scanned)
  const meet = async (number: string) => events.onMet(wordsOf((await vault.meetLink(number)).numbers))
  const open = async (sealed: string) => {
    await openLinked(userId, sealed)
    events.onOpened()
  }
  const channel = await joinLink(userId, (kind, text) => {
    if (kind === 'answer') return
    unlessNotForUs(kind === 'number' ? meet(text) : open(text)).catch(events.onFailed)
  })
  await channel.send('answer', answer)
  return channel.leave
}

/** Anybody who gets onto the channel may say anything there: what is of no code of ours is passed over. */
async function unlessNotForUs(work: Promise<void>): Promise<void> {
  try {
    await work
  } catch (error) {
    if (!(error instanceof VaultError && error.code === 'bad_link')) throw error
  }
}
