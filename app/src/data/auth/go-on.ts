import { alone } from '../outbox/one-tab.ts'
/** Which of the accounts on this device a page goes on as: the page starts anew, and nothing of the one before is in it. */
import { takeUp } from './parked-sessions.ts'
import { readKeptSession } from './stored-session.ts'

/** Held while somebody's things are taken off the device. */
export const leavingLock = 'cortexia.leaving'

/** Why a page finds itself with an account that nobody signed in with just now. */
export type Change = 'chosen' | 'signed-out' | 'expired'

const changes: readonly string[] = ['chosen', 'signed-out', 'expired'] satisfies Change[]
const entry = 'cortexia.account-change'

/** An account that waits here, as its person wishes. */
export async function switchAccount(userId: string): Promise<void> {
  await alone(leavingLock, async () => {
    if (takeUp(userId)) startAs('chosen')
  })
}

/** Somebody's session is over: the account that was used before them goes on, if there is one, where one looks. */
export async function goOnAsAnother(change: Exclude<Change, 'chosen'>): Promise<void> {
  await whenSeen()
  await alone(leavingLock, async () => {
    if (readKeptSession() === null && takeUp()) startAs(change)
  })
}

/** For the page that has started since: once. */
export function takeAccountChange(): Change | null {
  const change = sessionStorage.getItem(entry)
  sessionStorage.removeItem(entry)
  return change !== null && changes.includes(change) ? (change as Change) : null
}

function startAs(change: Change): void {
  sessionStorage.setItem(entry, change)
  location.replace('/')
}

/** Of several tabs one does it; the others follow what it stores. */
function whenSeen(): Promise<void> {
  if (!document.hidden) return Promise.resolve()
  return new Promise((resolve) => {
    const look = () => {
      if (document.hidden) return
      document.removeEventListener('visibilitychange', look)
      resolve()
    }
    document.addEventListener('visibilitychange', look)
  })
}
