/** Keeps the running creations true: events where the socket stands, rows every 2 s where it does not. */
import { GenerationProgress, generationEvent } from '@product/contract'
import * as v from 'valibot'

import { listenToOwn } from '#data/channels/own-channel.ts'
import { DataError } from '#data/rest.ts'
import { untilLoaded } from '#ui/lazy.ts'

import { announce } from './announce.ts'
import { readActiveCreations, readCreations } from './creation-rows.ts'
import { addCreation, changeCreation, getCreations, useCreationStore } from './creation-store.ts'
import { fromRecord, isSettled, withProgress, withRecord, type Creation, type RecordedCreation } from './creation.ts'
import { tellInTitle } from './progress/tell-in-title.ts'
import { resumeOutbox } from './send-creation.ts'

const pollMs = 2000
/** With the socket: for an event that was lost. */
const reassuranceMs = 10_000

let following: string | undefined

/** Once for each person; finds again what another page or device has ordered. */
export async function followCreations(userId: string): Promise<void> {
  if (following === userId) return
  if (following === undefined) tellInTitle()
  following = userId
  const follower = createFollower(userId)
  useCreationStore.subscribe(follower.attend)
  follower.attend()
  await resumeOutbox(userId)
  for (const recorded of await untilLoaded(readActive)) take(recorded)
}

/** A refusal would be one again: whoever is signed out makes nothing. */
async function readActive(): Promise<RecordedCreation[]> {
  try {
    return await readActiveCreations()
  } catch (error) {
    if (error instanceof DataError && !error.isRetryable) return []
    throw error
  }
}

function isFollowed(creation: Creation): creation is Creation & { id: string } {
  return creation.id !== null && !isSettled(creation)
}

function createFollower(userId: string) {
  let stop: (() => void) | undefined
  let timer: ReturnType<typeof setTimeout> | undefined
  let isJoined = false
  const known = new Set<string>()

  const read = async () => {
    clearTimeout(timer)
    const ids = getCreations()
      .filter(isFollowed)
      .map(({ id }) => id)
    if (ids.length > 0) for (const recorded of await readCreations(ids).catch(() => [])) take(recorded)
    clearTimeout(timer)
    if (stop) timer = setTimeout(() => void read(), isJoined ? reassuranceMs : pollMs)
  }
  const onEvent = (payload: unknown) => {
    const { success, output } = v.safeParse(GenerationProgress, payload)
    if (!success) return
    const creation = getCreations().find(({ id }) => id === output.generation_id)
    if (!creation) return meet(output)
    if (isSettled(creation)) return
    changeCreation(creation.key, (current) => withProgress(current, output))
    if (!isSettled({ status: output.status })) return
    announce(creation.key)
    // Seeds and receipts are in the rows alone.
    void readCreations([output.generation_id])
      .then((rows) => rows.forEach(take))
      .catch(() => undefined)
  }
  /** Another page or device has ordered it, or the answer to this page's own order is still on its way. */
  const meet = ({ generation_id: id, status }: GenerationProgress) => {
    if (isSettled({ status }) || known.has(id)) return
    known.add(id)
    void readCreations([id])
      .then((rows) => rows.forEach(take))
      .catch(() => known.delete(id))
  }
  const attend = () => {
    const followed = getCreations().filter(isFollowed)
    const isNeeded = followed.length > 0
    const isNew = followed.some(({ id }) => !known.has(id))
    for (const { id } of followed) known.add(id)
    // It may be over before its answer came: no event would tell.
    if (isNew && stop) void read()
    if (isNeeded && !stop) {
      const onJoined = () => {
        isJoined = true
        void read()
      }
      stop = listenToOwn(userId, { event: generationEvent, onEvent, onJoined, onLost: () => (isJoined = false) })
      timer = setTimeout(() => void read(), pollMs)
    } else if (!isNeeded && stop) {
      stop()
      stop = undefined
      isJoined = false
      clearTimeout(timer)
    }
  }
  return { attend }
}

function take(recorded: RecordedCreation): void {
  const creation = getCreations().find(({ key, id }) => id === recorded.id || key === recorded.key)
  if (!creation) {
    addCreation(fromRecord(recorded))
    return
  }
  const wasSettled = isSettled(creation)
  changeCreation(creation.key, (current) => withRecord(current, recorded))
  if (!wasSettled && isSettled(recorded)) announce(creation.key)
}
