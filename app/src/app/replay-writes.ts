import { keptKeys } from '#data/device/message-store.ts'
import { readFilesOf } from '#data/device/private-files.ts'

/** What an earlier visit could not send is sent by this one, whichever screen it opens with. */
export async function replayLeftWrites(userId: string): Promise<void> {
  await Promise.all([replayWritesOf(userId), sendMessagesOf(userId)])
}

async function sendMessagesOf(userId: string): Promise<void> {
  if ((await keptKeys(`${userId}.outbox.`)).length === 0) return
  const { messengerOf } = await import('#entities/message/messenger.ts')
  messengerOf(userId)
}

async function replayWritesOf(userId: string): Promise<void> {
  const left = await readFilesOf(userId, 'write.')
  if (left.length === 0) return
  await import('./write-kinds.ts')
  const { replayWrites } = await import('#data/outbox/pending-writes.ts')
  await replayWrites()
}
