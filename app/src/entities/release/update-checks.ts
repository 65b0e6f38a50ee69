/** When is asked whether there is a newer version, by the specification's constants (spec §9). */
import { isOnline, watchNetwork } from '#data/network.ts'
import { isSaving, readDisplay } from '#ui/display/stored-display.ts'

const checkTimes = {
  everyMs: 30_000,
  leastGapMs: 10_000,
  afterFocusMs: 5000,
  afterOnlineMs: 2000,
  bannerPollMs: 10_000,
  savingEveryMs: 600_000,
  warnEveryMs: 60_000,
} as const

export interface Checking {
  /** Asks the server. */
  readonly check: () => Promise<void>
  /** Looks at what is on the device, without the network. */
  readonly look: () => Promise<void>
}

/** Answers the way to stop. */
export function startChecks({ check, look }: Checking): () => void {
  const over = new AbortController()
  const listening = { signal: over.signal }
  const warn = atMostOnce(checkTimes.warnEveryMs)
  let lastAt = Date.now()
  let next: ReturnType<typeof setTimeout> | undefined
  let nextAt = Number.POSITIVE_INFINITY

  const run = async () => {
    nextAt = Number.POSITIVE_INFINITY
    if (document.hidden || !isOnline()) return
    lastAt = Date.now()
    await check().catch((error: unknown) => warn(error))
  }
  /** The soonest wish counts, but none within the gap. */
  const want = (afterMs: number) => {
    const dueAt = Math.max(Date.now() + afterMs, lastAt + checkTimes.leastGapMs)
    if (dueAt >= nextAt) return
    clearTimeout(next)
    nextAt = dueAt
    next = setTimeout(() => void run(), dueAt - Date.now())
  }
  const isDue = () =>
    !isSaving(readDisplay()) || Date.now() - lastAt >= checkTimes.savingEveryMs - checkTimes.leastGapMs
  const beat = setInterval(() => isDue() && want(0), checkTimes.everyMs)
  const poll = setInterval(() => void look().catch(warn), checkTimes.bannerPollMs)
  addEventListener('focus', () => want(checkTimes.afterFocusMs), listening)
  addEventListener('check-for-updates', () => want(0), listening)
  let wasOnline = isOnline()
  const stopWatching = watchNetwork(() => {
    if (isOnline() && !wasOnline) want(checkTimes.afterOnlineMs)
    wasOnline = isOnline()
  })
  return () => {
    over.abort()
    stopWatching()
    clearTimeout(next)
    clearInterval(beat)
    clearInterval(poll)
  }
}

function atMostOnce(everyMs: number): (error: unknown) => void {
  let saidAt = Number.NEGATIVE_INFINITY
  return (error) => {
    if (Date.now() - saidAt < everyMs) return
    saidAt = Date.now()
    // oxlint-disable-next-line no-console -- 'Failing update checks are only warned' (spec §9)
    console.warn('The check for updates did not complete', error)
  }
}
