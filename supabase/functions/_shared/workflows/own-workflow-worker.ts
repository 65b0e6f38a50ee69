/** The one worker of workflows in this process, from its first step to its unloading. */
import { onUnload, outliveAnswer } from '../edge-runtime.ts'
import { readSetting } from '../settings/reader.ts'
import { runtimeSettings } from '../settings/runtime.ts'
import { WorkflowWorker } from './workflow-worker.ts'

let worker: WorkflowWorker | null = null
let unloadedFrom: string | undefined

onUnload(() => outliveAnswer(stopWorkflowWorker()))

/** Gives what it works on back to others. */
export async function stopWorkflowWorker(): Promise<void> {
  const leaving = worker
  worker = null
  unloadedFrom = readSetting(runtimeSettings.url)
  await leaving?.stop()
}

export function ownWorkflowWorker(): WorkflowWorker {
  worker ??= new WorkflowWorker()
  return worker
}

/** Has this process work on what is due, beyond the answer to the request that this is called from. */
export function startWorkflowWorker(): void {
  // NOTE: a server that ends still answers for a moment, and takes nothing more on.
  if (readSetting(runtimeSettings.url) === unloadedFrom || !readSetting(runtimeSettings.works)) return
  const draining = ownWorkflowWorker().drain()
  if (draining !== null) outliveAnswer(draining)
}
