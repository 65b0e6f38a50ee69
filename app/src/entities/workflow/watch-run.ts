/**
 * Keeps a run true while it goes on, whatever screen is shown: its own events where the socket stands, rows every 2 s
 * where it does not. Tells how it ended, once.
 */
import { WorkflowEvent, workflowEvent } from '@product/contract'
import { QueryObserver } from '@tanstack/react-query'
import * as v from 'valibot'

import { listenToOwn } from '#data/channels/own-channel.ts'
import { queryClient } from '#data/query-client.ts'
import { getSession, watchSession } from '#data/session.ts'
import { refreshCredits } from '#entities/credits/credit-queries.ts'
import { readCreations } from '#entities/generation/creation-rows.ts'
import { addCreation, getCreations } from '#entities/generation/creation-store.ts'
import { fromRecord, type Creation } from '#entities/generation/creation.ts'
import { currentMessages } from '#i18n/messages.ts'
import { paths, toHref } from '#navigation/paths.ts'
import { getPlace, navigate } from '#navigation/place.ts'
import { toast } from '#ui/toast/toast.ts'

import { failedStep, imagesOf, isOver, type Run } from './run.ts'
import { refreshRun, refreshRuns, workflowQueries } from './workflow-queries.ts'
import { workflowMessages } from './workflow.i18n.ts'

const pollMs = 2000
/** With the socket: for an event that was lost. */
const reassuranceMs = 10_000

const watched = new Map<string, () => void>()

/** Once for each run; ends by itself when the run does. */
export function watchRun(userId: string, runId: string): void {
  if (watched.has(runId)) return
  let isJoined = false
  let before: Run | null = null
  const read = () => void refreshRun(runId).catch(() => undefined)
  const observer = new QueryObserver(queryClient, {
    ...workflowQueries.run(runId),
    refetchInterval: () => (isJoined ? reassuranceMs : pollMs),
    refetchIntervalInBackground: true,
  })
  const stopObserving = observer.subscribe(({ data }) => {
    if (!data || data === before) return
    const wasGoingOn = before !== null && !isOver(before)
    const hadWaited = before?.status === 'waiting'
    before = data
    if (data.status === 'waiting' && wasGoingOn && !hadWaited) tellChoice(data)
    if (!isOver(data)) return
    stop()
    refreshRuns()
    refreshCredits()
    if (wasGoingOn) tellEnd(data)
  })
  const stopListening = listenToOwn(userId, {
    event: workflowEvent,
    onEvent: (payload) => {
      const { success, output } = v.safeParse(WorkflowEvent, payload)
      if (success && output.run_id === runId) read()
    },
    onJoined: () => {
      isJoined = true
      read()
    },
    onLost: () => (isJoined = false),
  })
  const stop = () => {
    watched.delete(runId)
    stopObserving()
    stopListening()
  }
  watched.set(runId, stop)
}

function tellEnd(run: Run): void {
  const m = currentMessages(workflowMessages)
  const view = { label: m.view, onPress: () => openRun(run) }
  const action = isInSight(run) ? {} : { action: view }
  const failed = failedStep(run)
  const count = imagesOf(run).length
  if (run.status === 'succeeded')
    toast({ title: count === 0 ? m.doneWithout : count === 1 ? m.doneOne : m.done(count), ...action })
  else if (failed) toast({ title: m.fail(failed.title), tone: 'danger', ...action })
}

function tellChoice(run: Run): void {
  if (isInSight(run)) return
  const m = currentMessages(workflowMessages)
  toast({ title: m.choiceWanted, action: { label: m.view, onPress: () => openRun(run) } })
}

function openRun({ id, workflowId }: Run): void {
  if (workflowId === null) return
  navigate({ to: paths.workflow, params: { id: workflowId }, search: { run: id } })
}

function isInSight({ workflowId }: Run): boolean {
  return workflowId !== null && getPlace().pathname === toHref({ to: paths.workflow, params: { id: workflowId } })
}

/** The creation behind a step, so that its progress is followed like that of any other. */
export async function meetCreation(generationId: string): Promise<Creation | null> {
  const known = getCreations().find(({ id }) => id === generationId)
  if (known) return known
  const [recorded] = await readCreations([generationId])
  if (!recorded) return null
  const creation = fromRecord(recorded)
  addCreation(creation)
  return creation
}

// Somebody else on this device does not follow what this one runs.
let ownerId = personId()
watchSession(() => {
  const nextId = personId()
  if (nextId === ownerId) return
  ownerId = nextId
  for (const stop of watched.values()) stop()
})

function personId(): string | null {
  const session = getSession()
  return session.status === 'signed-in' ? session.user.id : null
}
