/**
 * `SUPABASE_URL=… SUPABASE_WORKER_KEY=… node supabase/picture-worker.ts`: a process that makes the pictures that are ordered
 * elsewhere, by a key that may do nothing else (`npm run keys:make -- picture_worker`). With SUPABASE_SERVICE_ROLE_KEY instead
 * it goes on with workflows too, whose steps may enlarge one. For where functions load no native code.
 */
import process from 'node:process'
import { setTimeout as delay } from 'node:timers/promises'

import { startWorker, stopWorker } from './functions/_shared/generation/own-worker.ts'
import { readSetting } from './functions/_shared/settings/reader.ts'
import { runtimeSettings } from './functions/_shared/settings/runtime.ts'
import { startWorkflowWorker, stopWorkflowWorker } from './functions/_shared/workflows/own-workflow-worker.ts'

const lookEveryMs = 2000
// Workflows order, pay and publish in people's names.
const goesOnWithWorkflows = readSetting(runtimeSettings.workerKey) === undefined

process.once(
  'SIGTERM',
  () => void Promise.allSettled([stopWorker(), stopWorkflowWorker()]).finally(() => process.exit()),
)

for (;;) {
  startWorker()
  if (goesOnWithWorkflows) startWorkflowWorker()
  await delay(lookEveryMs)
}
