/** Persists somebody's unsent writes on the device, for all its tabs. */
import { readFilesOf, writeFileOf } from '../device/private-files.ts'
import type { OutboxStore } from './persister.ts'
import type { PendingWrite } from './write-queue.ts'

const prefix = 'write.'

export function writeStoreOf(userId: string): OutboxStore<PendingWrite> {
  return {
    keep: async (write) => {
      const isKept = await writeFileOf(userId, `${prefix}${write.id}`, write)
      if (!isKept) throw new Error('This browser keeps nothing')
    },
    drop: async ({ id }) => void (await writeFileOf(userId, `${prefix}${id}`, null)),
    read: () => readFilesOf(userId, prefix),
  }
}
