/** The product while its processes are killed: whoever asks goes on asking. */
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'

import type { KillableNode } from '../../../tests/support/killable-node.ts'

/** A function of the server's, asked again until somebody answers, as the app does. */
export async function insist<Answer>(
  node: KillableNode,
  path: string,
  token: string,
  init: { body: object; key?: string },
): Promise<Answer> {
  const headers = {
    authorization: `Bearer ${token}`,
    'content-type': 'application/json',
    ...(init.key !== undefined && { 'idempotency-key': init.key }),
  }
  const request = { method: 'POST', headers, body: JSON.stringify(init.body) }
  for (;;) {
    const response = await fetch(`${node.url}/functions/v1/${path}`, request).catch(() => null)
    const text = await response?.text().catch(() => null)
    if (response?.ok === true && text !== null) return JSON.parse(text ?? '') as Answer
    if (response !== null && response.status < 500 && response.status !== 429) throw new Error(text ?? '')
    await delay(200)
  }
}

/** Of a data folder: its embedded PostgreSQL, all at once. */
export async function killDatabase(folder: string): Promise<void> {
  const lock = await readFile(join(folder, 'database', 'cluster', 'postmaster.pid'), 'utf8').catch(() => null)
  // Without the file, or without the process that it names, it is down already.
  if (lock === null) return
  try {
    process.kill(Number(lock.split('\n')[0]), 'SIGKILL')
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'ESRCH') throw error
  }
}
