/**
 * What happens when somebody is there again: the network has come back, or the page was frozen for a while. In one order,
 * so that nothing is asked with a token that has ended, and what was written reaches the server before what is shown is
 * read anew; and not all devices of a place at the same moment.
 */
import { isOnline, watchNetwork } from '../network.ts'
import { queryClient } from '../query-client.ts'

const stages = ['session', 'channel', 'messages', 'writes', 'orders', 'screen'] as const
export type Stage = (typeof stages)[number]

const jitterMs = 2000
const longestStageMs = 8000
/** Out of sight for less is no absence. */
const absenceMs = 30_000

const wanted = new Set<{ stage: Stage; run: () => unknown }>()
let wasOnline = isOnline()
let goneAt: number | null = null
let isComing = false

/** Runs it in its turn, each time; answers the way to stop. */
export function whenBack(stage: Stage, run: () => unknown): () => void {
  const entry = { stage, run }
  wanted.add(entry)
  return () => void wanted.delete(entry)
}

async function comeBack(): Promise<void> {
  await new Promise((resolve) => setTimeout(resolve, Math.random() * jitterMs))
  await comeBackNow()
}

/** For whoever is woken up: the browser has waited long enough. */
export async function comeBackNow(): Promise<void> {
  if (isComing) return
  isComing = true
  for (const stage of stages) {
    if (!isOnline()) break
    const runs = [...wanted].filter((entry) => entry.stage === stage)
    await atMost(Promise.allSettled(runs.map(async ({ run }) => run())))
  }
  isComing = false
}

/** One who waits for an answer that does not come holds up nobody. */
function atMost(work: Promise<unknown>): Promise<unknown> {
  return Promise.race([work, new Promise((resolve) => setTimeout(resolve, longestStageMs))])
}

function onNetwork(): void {
  if (isOnline() === wasOnline) return
  wasOnline = isOnline()
  if (wasOnline) void comeBack()
}

function onGone(): void {
  goneAt ??= Date.now()
}

function onSeen(): void {
  const wasAbsent = goneAt !== null && Date.now() - goneAt > absenceMs
  goneAt = null
  if (wasAbsent && isOnline()) void comeBack()
}

// What is older than half a minute, as everywhere.
whenBack('screen', () => queryClient.refetchQueries({ type: 'active', stale: true }))
watchNetwork(onNetwork)
globalThis.document?.addEventListener('visibilitychange', () =>
  document.visibilityState === 'hidden' ? onGone() : onSeen(),
)
// Phones freeze a page that stays in sight.
globalThis.document?.addEventListener('freeze', onGone)
globalThis.document?.addEventListener('resume', onSeen)
globalThis.addEventListener?.('pagehide', onGone)
globalThis.addEventListener?.('pageshow', onSeen)
