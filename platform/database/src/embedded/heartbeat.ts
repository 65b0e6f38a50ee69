import { lstat, lutimes, readlink, rm, symlink } from 'node:fs/promises'
import { setTimeout as wait } from 'node:timers/promises'

const EVERY = 2_000
/** Two beats, and some for a slow disk. */
const SILENT_AFTER = 5_000
const POLL = 100

/**
 * Keeps the time of a link moving, whose target names the place of its owner (a link needs no room on a full disk).
 * One left by somebody of another place is watched first: when it moves, its owner lives and `refusal` is thrown; when
 * it does not, its owner is gone. No clock is compared with another.
 */
export async function beatOn(link: string, here: string, refusal: () => Error): Promise<AsyncDisposable> {
  const there = await readlink(link).catch(() => here)
  if (there !== here && (await moves(link))) throw refusal()
  await rm(link, { force: true })
  await beat(link, here)
  const timer = setInterval(() => void beat(link, here), EVERY).unref()
  return {
    async [Symbol.asyncDispose]() {
      clearInterval(timer)
      await rm(link, { force: true })
    },
  }
}

async function moves(link: string): Promise<boolean> {
  const before = await timeOf(link)
  const deadline = performance.now() + SILENT_AFTER
  while (performance.now() < deadline) {
    await wait(POLL)
    const now = await timeOf(link)
    if (now === null) return false
    if (now !== before) return true
  }
  return false
}

const timeOf = async (link: string) => (await lstat(link).catch(() => null))?.mtimeMs ?? null

/** Where even a link finds no room, the next beat may. */
async function beat(link: string, here: string): Promise<void> {
  const now = new Date()
  await lutimes(link, now, now).catch(() => symlink(here, link).catch(() => {}))
}
