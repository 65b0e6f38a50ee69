/** Keeps a person's unsent writes on the device, each with the page that will send it. */
import { readFilesOf, writeFileOf } from '../device/private-files.ts'
import type { PendingWrite, WriteStore } from './write-queue.ts'

interface KeptWrite extends PendingWrite {
  page: string
  at: number
}

const prefix = 'write.'
const page = crypto.randomUUID()
const lockOf = (owner: string) => `cortexia.writes.${owner}`

export function writeStoreOf(userId: string): WriteStore {
  const keep = (write: PendingWrite, at = Date.now()) => {
    holdPage()
    return writeFileOf(userId, `${prefix}${write.id}`, { ...write, page, at } satisfies KeptWrite)
  }
  return {
    keep,
    drop: (id) => writeFileOf(userId, `${prefix}${id}`, null),
    adopt: () =>
      alone(async () => {
        const alive = await livingPages()
        const kept = await readFilesOf<KeptWrite>(userId, prefix)
        const left = kept
          .filter((write) => write.page === page || !alive.has(write.page))
          .toSorted((a, b) => a.at - b.at)
        return Promise.all(
          left.map(async ({ id, kind, key, body, at }) => {
            const write = { id, kind, key, body }
            await keep(write, at)
            return write
          }),
        )
      }),
  }
}

let isHeld = false

/** As long as this page lives it holds a lock of its name: its writes are nobody else's to send. */
function holdPage(): void {
  if (isHeld) return
  isHeld = true
  void navigator.locks?.request(lockOf(page), () => new Promise(() => undefined))
}

/** The pages of this device that live. Where the browser has no locks, none: a write is then sent by whoever comes. */
async function livingPages(): Promise<Set<string>> {
  const { held = [] } = (await navigator.locks?.query()) ?? {}
  return new Set(held.flatMap(({ name = '' }) => (name.startsWith(lockOf('')) ? [name.slice(lockOf('').length)] : [])))
}

/** Two pages that open at once do not both take the same writes. */
function alone<Result>(work: () => Promise<Result>): Promise<Result> {
  return navigator.locks ? navigator.locks.request('cortexia.adopt-writes', work) : work()
}
