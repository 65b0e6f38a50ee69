/** What a sign-out that its person asked for takes off the device (E2EE §11): here, or where the page was closed over it. */
import { leavingLock } from '#data/auth/go-on.ts'
import { peopleWithSessions } from '#data/auth/parked-sessions.ts'
import { forgetPictures } from '#data/device/kept-pictures.ts'
import { note } from '#data/device/note.ts'
import { clearPrivate } from '#data/device/private-storage.ts'
import { forgetAllShared } from '#data/device/shared-inbox.ts'
import { alone } from '#data/outbox/one-tab.ts'
import { getSession } from '#data/session.ts'

/** Who has left while not all of theirs is gone: app/after-start.ts looks for it. */
const leftEntry = 'cortexia.left'

export function markLeft(userId: string): void {
  note(localStorage, leftEntry, userId)
}

/** @param staying whose sessions are on this device: nothing of theirs goes */
export async function forgetPerson(userId: string | null, staying: readonly string[]): Promise<void> {
  if (userId !== null) await forgetMessagesOf(userId, staying)
  await forgetPictures(staying)
  await forgetAllShared()
  clearPrivate(staying)
  await (await import('#data/device/private-files.ts')).clearFiles(staying)
  localStorage.removeItem(leftEntry)
}

/** Whoever closed the page over their sign-out, and has not come back. */
export async function finishLeaving(): Promise<void> {
  await alone(leavingLock, async () => {
    const userId = localStorage.getItem(leftEntry)
    const staying = peopleWithSessions()
    if (userId === null) return
    if (staying.includes(userId)) return localStorage.removeItem(leftEntry)
    // Whoever is signed in takes the subscription over by themselves.
    if (getSession().status !== 'signed-in') await endPush()
    await forgetPerson(userId, staying)
  })
}

const pushPatienceMs = 1000

/** The server forgets the subscription when a push service refuses it: nobody waits for that. */
export async function endPush(): Promise<void> {
  const { disablePush } = await import('#entities/notification/push-subscription.ts')
  await Promise.race([
    disablePush().catch(() => undefined),
    new Promise((resolve) => setTimeout(resolve, pushPatienceMs)),
  ])
}

/** What is left of messages on this device: never a reason to stay signed in. */
async function forgetMessagesOf(userId: string, staying: readonly string[]): Promise<void> {
  try {
    const [{ forgetMessages }, { keepsKeys }] = await Promise.all([
      import('#entities/message/sign-out-messages.ts'),
      import('#entities/message-keys/kept-keys.ts'),
    ])
    await forgetMessages(userId, { keepKeys: keepsKeys(userId), staying })
  } catch {
    // The database of the keys may be closed to this window; the server's session is over all the same.
  }
}
