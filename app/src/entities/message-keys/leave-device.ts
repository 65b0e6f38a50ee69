/**
 * What a session that nobody here has ended leaves behind: revoked from another device, or followed by somebody else's
 * (E2EE §11). Keys go unless their person keeps them on this device, or has them nowhere else; so does all that they open.
 */
import { openVault } from '#crypto/index.ts'
import { peopleWithSessions } from '#data/auth/parked-sessions.ts'
import { forgetPictures } from '#data/device/kept-pictures.ts'
import { keep, keptKeys } from '#data/device/message-store.ts'
import { forgetAllShared } from '#data/device/shared-inbox.ts'
import { scriptUrl } from '#data/script-url.ts'
import { closeScope } from '#entities/message/scope.ts'
import { disablePush } from '#entities/notification/push-subscription.ts'

import { keepsKeys } from './kept-keys.ts'
import { forgetPrepared } from './prepare-keys.ts'

/** What was written and not sent waits, sealed by this device alone, for its person to sign in again (spec §8). */
const unfinished = /^(?:outbox\.|outbox-file\.|drafts$|device-key$)/

const keysOf = 'cortexia-keys/'

/** The session is over, and somebody else may hold the device; accounts that have one here stay as they are. */
export async function leaveDevice(): Promise<void> {
  closeScope()
  const staying = peopleWithSessions()
  for (const userId of await peopleHere(staying)) {
    await forgetKeys(userId)
    await dropWords(userId, unfinished)
  }
  await forgetPictures([...staying, 'visitor'])
  await forgetAllShared()
  await disablePush()
}

/** Somebody has signed in: whoever was here before, and has no session any more, leaves nothing to be read. */
export async function leaveDeviceTo(successor: string): Promise<void> {
  const staying = [successor, ...peopleWithSessions()]
  for (const userId of await peopleHere(staying)) {
    await forgetKeys(userId)
    await dropWords(userId, /^device-key$/)
  }
  await forgetPictures([...staying, 'visitor'])
}

async function forgetKeys(userId: string): Promise<void> {
  forgetPrepared(userId)
  const vault = await openVault(userId, scriptUrl('cryptoWorker'))
  await vault.forget({ keepKeys: keepsKeys(userId) || 'unconfirmed' }).catch(() => undefined)
  vault.close()
}

/** Whose keys or words lie on this device, but for those who stay. */
async function peopleHere(staying: readonly string[]): Promise<Set<string>> {
  const databases = (await indexedDB.databases().catch(() => [])).map(({ name = '' }) => name)
  const vaults = databases.flatMap((name) => (name.startsWith(keysOf) ? [name.slice(keysOf.length)] : []))
  const words = (await keptKeys('')).map((entry) => entry.slice(0, entry.indexOf('.')))
  return new Set([...vaults, ...words].filter((userId) => !staying.includes(userId)))
}

async function dropWords(userId: string, remaining: RegExp): Promise<void> {
  const entries = (await keptKeys(`${userId}.`)).filter((entry) => !remaining.test(entry))
  await Promise.all(entries.map((entry) => keep(`${userId}.${entry}`, null)))
}
