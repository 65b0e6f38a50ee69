/** The one worker of workflows in this process, from its first step to its unloading. */
import process from 'node:process'

import { onUnload, outliveAnswer } from '../edge-runtime.ts'
import { WorkflowWorker } from './workflow-worker.ts'

let worker = new WorkflowWorker()
let unloadedFrom: string | undefined

onUnload(() => {
  const leaving = worker
  worker = new WorkflowWorker()
  unloadedFrom = process.env['SUPABASE_URL']
  outliveAnswer(leaving.stop())
})

export function ownWorkflowWorker(): WorkflowWorker {
  return worker
}

/** Has this process work on what is due, beyond the answer to the request that this is called from. */
export function startWorkflowWorker(): void {
  // NOTE: a server that ends still answers for a moment, and takes nothing more on.
  if (process.env['SUPABASE_URL'] === unloadedFrom) return
  const draining = worker.drain()
  if (draining !== null) outliveAnswer(draining)
}
