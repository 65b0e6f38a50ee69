/** What was put away with « Plus tard », on this device. */
import { useStore } from 'zustand'
import { createStore } from 'zustand/vanilla'

import { readPrivate, writePrivate } from '#data/device/private-storage.ts'
import { usePlace } from '#navigation/use-place.ts'

import { afterPutOff, isDue, type Problem, type PutOff } from './reminder-rule.ts'

const entry = 'keys-put-off'
const lastEntry = 'keys-problem'
const lasting = ['none', 'absent', 'ready_unbacked', 'needs_unlock', 'alarm'] as const satisfies readonly (
  | Problem
  | 'none'
)[]
/** What was put off lies in storage, under the person's name: this says when to look again. */
const changes = createStore<object>()(() => ({}))

export function usePutOff(problem: string): boolean {
  return useStore(changes, () => !isDue(read(), problem, Date.now()))
}

/** Once, when there is something to keep; not in the middle of a conversation, or of another dialog. */
export function useFirstOffer(problem: string | null): boolean {
  const { search } = usePlace()
  const isBare = search['conversation'] === undefined && search['modal'] === undefined
  const isNew = useStore(changes, () => read() === null)
  return problem === 'ready_unbacked' && isBare && isNew
}

export function putOff(problem: string, { isReminder }: { isReminder: boolean }): void {
  keep(afterPutOff(read(), problem, { now: Date.now(), isReminder }))
}

/** What stood over the messages here the last time, which is there before the keys are looked at; `null` before the first. */
export function lastProblem(): Problem | 'none' | null {
  const last = readPrivate(lastEntry)
  return lasting.find((known) => known === last) ?? null
}

export function keepLast(problem: Problem | null): void {
  writePrivate(lastEntry, problem ?? 'none')
}

/** Somebody wrote while the keys wait to be made or kept. */
function countMessage(): void {
  const held = read()
  if (held) keep({ ...held, messages: held.messages + 1 })
}

function keep(held: PutOff): void {
  writePrivate(entry, JSON.stringify(held))
  changes.setState({})
}

function read(): PutOff | null {
  try {
    const held = JSON.parse(readPrivate(entry) || 'null') as Partial<PutOff> | null
    const { problem, at, messages = 0, remindedAt = null } = held ?? {}
    return typeof problem === 'string' && typeof at === 'number' ? { problem, at, messages, remindedAt } : null
  } catch {
    return null
  }
}

globalThis.addEventListener?.('new-message', countMessage)
