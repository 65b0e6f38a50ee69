import { readdir } from 'node:fs/promises'
import { join } from 'node:path'

import type { Page } from 'playwright-core'

import type { Vault } from '../../../app/src/crypto/vault.ts'
import { calls } from '../../../app/src/crypto/worker/worker-protocol.ts'

const assets = join(import.meta.dirname, '../../../app/dist/assets')

interface Asking {
  policy: { createScriptURL(url: string): string }
  ask: (question: object) => Promise<unknown>
}

/** Lets a test reach the page's one policy: it makes no other, and under the page's headers it could not. */
export async function keepPolicy(page: Page): Promise<void> {
  await page.addInitScript(() => {
    const { trustedTypes } = globalThis as unknown as {
      trustedTypes: { createPolicy: (...args: unknown[]) => unknown }
    }
    const create = trustedTypes.createPolicy.bind(trustedTypes)
    trustedTypes.createPolicy = (...args) => {
      const policy = create(...args)
      Object.assign(globalThis, { policy })
      return policy
    }
  })
}

/** The built worker, started as the app starts it. */
export async function startWorker(page: Page): Promise<void> {
  const file = (await readdir(assets)).find((name) => /^crypto-worker-[\w-]+\.js$/.test(name))
  if (!file) throw new Error('The built app has no crypto worker')
  await page.evaluate((address) => {
    const { policy } = globalThis as unknown as Asking
    const worker = new Worker(policy.createScriptURL(address), { type: 'module' })
    const waiting = new Map<number, (answer: unknown) => void>()
    worker.addEventListener('message', ({ data }: MessageEvent<{ id: number }>) => waiting.get(data.id)?.(data))
    let asked = 0
    const ask = (question: object) =>
      new Promise((resolve) => {
        asked += 1
        waiting.set(asked, resolve)
        worker.postMessage({ ...question, id: asked }, [])
      })
    Object.assign(globalThis, { ask })
  }, `/assets/${file}`)
}

/** A vault whose worker runs in that page; its calls travel there and back. */
export function vaultIn(page: Page, userId: string): Vault {
  const ask = async (call: string, args: readonly unknown[]) => {
    const question = { userId, call, args }
    const answer = await page.evaluate((asked) => (globalThis as unknown as Asking).ask(asked), question)
    const { value, failure } = answer as { value?: unknown; failure?: string }
    if (failure !== undefined) throw Object.assign(new Error(failure), { code: failure })
    return value
  }
  const methods = Object.fromEntries(calls.map((call) => [call, (...args: readonly unknown[]) => ask(call, args)]))
  return { userId, ...methods } as unknown as Vault
}
