/**
 * Writes that are shown at once and sent when they can be: a like in a tunnel counts. They are kept on this device
 * under the person's id, sent in order, once, and taken back with a word when the server refuses them.
 *
 * An answer may be lost on its way, so a write may reach the server twice: `send` must mean the same both times (an
 * insert whose row is already there has succeeded).
 */
import { useStore } from 'zustand'
import { createStore } from 'zustand/vanilla'

import { readFilesOf, writeFileOf } from '../device/private-files.ts'
import { isOnline } from '../network.ts'
import { queryClient } from '../query-client.ts'
import { whenBack } from '../reach/coming-back.ts'
import { getSession, watchSession } from '../session.ts'
import { pauseAfter } from './backoff.ts'
import { alone } from './one-tab.ts'
import { timeOf } from './ordered-id.ts'
import { reportWaiting } from './outbox-status.ts'
import type { OutboxStore } from './persister.ts'
import { isTemporary } from './temporary-failure.ts'
import { tellWaiting } from './waiting-writes.ts'
import { sendBody, WriteQueue, type PendingWrite, type WriteHandler } from './write-queue.ts'

const none: readonly PendingWrite[] = []

const handlers = new Map<string, WriteHandler>()
let current: { userId: string; queue: WriteQueue } | undefined
const pending = createStore<{ writes: readonly PendingWrite[] }>()(() => ({ writes: none }))
/** Something was sent and not answered: what waits is marked. */
let isOutOfReach = false
let retry: ReturnType<typeof setTimeout> | undefined
/** What one tab adds, sends or takes back, all of them show. */
const tabs = globalThis.document && new BroadcastChannel('cortexia.writes')
const lookAfterMs = 100
let look: ReturnType<typeof setTimeout> | undefined

/**
 * Says how writes of one kind are sent, and how one is taken back that the server refused: `undo` restores what was
 * shown and tells the person. What waited for this kind is sent now.
 */
export function registerWrite<Body>(
  kind: string,
  handler: { send: (body: Body) => Promise<unknown>; undo: (body: Body, error: unknown) => void },
): void {
  handlers.set(kind, handler)
  if (pending.getState().writes.some((write) => write.kind === kind)) void current?.queue.flush()
}

/**
 * Sends it now, or as soon as there is a network. With a `key`, it takes the place of an unsent write of the same kind
 * and key: only the last wish counts. Signed out there is nobody to write for, and nothing happens.
 */
export function enqueueWrite(kind: string, body: unknown, { key = null }: { key?: string | null } = {}): void {
  queue()?.add({ kind, body, key })
}

/**
 * For forms, beside whose fields a refusal belongs: tried at once, and thrown back where the server refuses it. What nobody
 * answers waits like everything else; so does what follows a wish of the same key that waits.
 */
export async function sendOrWait(kind: string, body: unknown, { key }: { key: string }): Promise<'sent' | 'waiting'> {
  const waits = pending.getState().writes.some((write) => write.kind === kind && write.key === key)
  const handler = handlers.get(kind)
  try {
    if (handler && isOnline() && !waits) {
      await sendBody(handler, body)
      return 'sent'
    }
  } catch (error) {
    if (!isTemporary(error)) throw error
  }
  enqueueWrite(kind, body, { key })
  return 'waiting'
}

/** Sends what earlier visits have left, and answers how many writes the server has accepted. */
export async function replayWrites(): Promise<number> {
  return (await queue()?.replay()) ?? 0
}

/** For what has not reached the server: nothing of it is sent any more. */
export async function takeBackWrite(id: string): Promise<void> {
  await queue()?.takeBack(id)
}

/** Now, instead of after the pause. */
export function retryWrites(): void {
  void tryAgain()
}

/** What has not been sent yet, for a clock beside it. */
export function useWaitingWrites(): readonly PendingWrite[] {
  return useStore(pending, ({ writes }) => writes)
}

/** The signed-in person's. Another person's is closed, and what it holds waits for them on the device. */
function queue(): WriteQueue | undefined {
  const session = getSession()
  const userId = session.status === 'signed-in' ? session.user.id : undefined
  if (current?.userId === userId) return current?.queue
  current?.queue.close()
  clearTimeout(retry)
  emit(none)
  current = userId === undefined ? undefined : { userId, queue: openQueue(userId) }
  return current?.queue
}

function openQueue(userId: string): WriteQueue {
  return new WriteQueue({
    store: writeStoreOf(userId),
    alone: (work) => alone(`cortexia.writes.${userId}`, work),
    handlerOf: (kind) => handlers.get(kind),
    isTemporary,
    retryLater: (failures) => {
      isOutOfReach = true
      emit(pending.getState().writes)
      clearTimeout(retry)
      retry = setTimeout(retryWrites, pauseAfter(failures))
    },
    onChange: emit,
  })
}

/** On the device, for all its tabs. */
function writeStoreOf(userId: string): OutboxStore<PendingWrite> {
  const prefix = 'write.'
  return {
    keep: async (write) => {
      const isKept = await writeFileOf(userId, `${prefix}${write.id}`, write)
      if (!isKept) throw new Error('This browser keeps nothing')
      tellTabs(userId)
    },
    drop: async ({ id }) => {
      await writeFileOf(userId, `${prefix}${id}`, null)
      tellTabs(userId)
    },
    read: () => readFilesOf(userId, prefix),
  }
}

function emit(writes: readonly PendingWrite[]): void {
  isOutOfReach &&= writes.length > 0
  tellWaiting(new Set(isOutOfReach ? writes.flatMap(({ key }) => key ?? []) : []))
  pending.setState({ writes })
  const state = isOutOfReach || !isOnline() ? 'waiting' : 'sending'
  reportWaiting(
    'writes',
    writes.map(({ id, kind, body }) => ({
      id,
      kind,
      words: wordsIn(body),
      at: timeOf(id),
      state,
      cancel: () => void giveUp(id),
      retry: retryWrites,
    })),
  )
}

/** What was shown before it was sent is read again. */
async function giveUp(id: string): Promise<void> {
  await takeBackWrite(id)
  await queryClient.invalidateQueries()
}

/** What somebody wrote: a comment, or what a picture was made from. */
function wordsIn(body: unknown): string | undefined {
  const { content, prompt, name } = (body ?? {}) as { content?: unknown; prompt?: unknown; name?: unknown }
  return [content, prompt, name].find((words) => typeof words === 'string')
}

async function tryAgain(): Promise<void> {
  // Read anew: another tab may have sent what this one shows as waiting.
  if (pending.getState().writes.length > 0) await queue()?.replay()
}

function tellTabs(userId: string): void {
  // oxlint-disable-next-line unicorn/require-post-message-target-origin -- a BroadcastChannel has one origin
  tabs?.postMessage(userId)
}

function lookAgain(): void {
  clearTimeout(look)
  look = setTimeout(() => void current?.queue.reload().catch(() => undefined), lookAfterMs)
}

watchSession(() => void queue())
tabs?.addEventListener('message', ({ data }) => data === current?.userId && lookAgain())
whenBack('writes', tryAgain)
globalThis.document?.addEventListener('visibilitychange', () => document.visibilityState === 'visible' && retryWrites())
