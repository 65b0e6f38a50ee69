/**
 * `SUPABASE_URL=… SUPABASE_SERVICE_ROLE_KEY=… node supabase/picture-worker.ts`: a process that makes the pictures that are
 * ordered elsewhere, and goes on with workflows, whose steps may enlarge one. For where functions load no native code.
 */
import process from 'node:process'
import { setTimeout as delay } from 'node:timers/promises'

import { startWorker, stopWorker } from './functions/_shared/generation/own-worker.ts'
import { startWorkflowWorker, stopWorkflowWorker } from './functions/_shared/workflows/own-workflow-worker.ts'

const lookEveryMs = 2000

process.once(
  'SIGTERM',
  () => void Promise.allSettled([stopWorker(), stopWorkflowWorker()]).finally(() => process.exit()),
)

for (;;) {
  startWorker()
  startWorkflowWorker()
  await delay(lookEveryMs)
}
