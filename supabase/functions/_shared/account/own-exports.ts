/** The archives that this process makes, one after the other, beyond the answer to the request that began it. */
import { serviceClient } from '../clients.ts'
import { outliveAnswer } from '../edge-runtime.ts'
import { callRpc } from '../rpc.ts'
import { observeAccount } from './account-events.ts'

let isRunning = false

export function startExports(): void {
  if (isRunning) return
  isRunning = true
  outliveAnswer(
    makeWaiting()
      .catch((error: unknown) => observeAccount({ kind: 'account.failed', what: 'export', why: String(error) }))
      .finally(() => (isRunning = false)),
  )
}

/** What fails stays leased for a while, and is tried again. */
async function makeWaiting(): Promise<void> {
  const service = serviceClient()
  for (;;) {
    const claimed = await callRpc(service, 'claim_data_export', {})
    if (claimed === null || claimed.id === null) return
    // NOTE: loaded when it is needed: few processes ever make an archive.
    const { makeArchive } = await import('./make-archive.ts')
    await makeArchive(service, claimed)
  }
}
