import { VaultError } from '../codes.ts'
import type { Vault } from '../vault.ts'
import { calls, type Answer, type Call, type Question } from './worker-protocol.ts'

interface Waiting {
  resolve: (value: unknown) => void
  reject: (error: VaultError) => void
}

/**
 * The signed-in person's vault, in a worker of its own, which is started anew when it has failed. One per page; `userId`
 * keeps the accounts of a browser apart, `script` is the address of the worker's code (crypto-worker.ts).
 * The browser is asked once to keep what it stores: keys that it throws away must be unlocked anew.
 */
export function openVault(userId: string, script: string): Promise<Vault> {
  let worker: Worker | undefined
  const waiting = new Map<number, Waiting>()
  let asked = 0
  let isOver = false
  const stop = () => {
    worker?.terminate()
    worker = undefined
    for (const { reject } of waiting.values()) reject(new VaultError('internal'))
    waiting.clear()
  }
  const answer = ({ data }: MessageEvent<Answer>) => {
    const question = waiting.get(data.id)
    waiting.delete(data.id)
    if ('failure' in data) question?.reject(new VaultError(data.failure))
    else question?.resolve(data.value)
  }
  const start = () => {
    const started = new Worker(script, { type: 'module' })
    started.addEventListener('message', answer)
    // Its script may not have come, without network or after a new version.
    started.addEventListener('error', () => started === worker && stop())
    return started
  }
  const ask = (call: Call, args: readonly unknown[]) =>
    new Promise<unknown>((resolve, reject) => {
      if (isOver) return reject(new VaultError('internal'))
      asked += 1
      waiting.set(asked, { resolve, reject })
      worker ??= start()
      return worker.postMessage({ id: asked, userId, call, args } satisfies Question, [])
    })
  const methods = Object.fromEntries(calls.map((call) => [call, (...args: readonly unknown[]) => ask(call, args)]))
  const close = () => {
    isOver = true
    stop()
  }
  // Before it is asked, so that the first answer is not waited for.
  worker = start()
  void navigator.storage?.persist?.().catch(() => false)
  return Promise.resolve({ userId, ...methods, close } as unknown as Vault)
}
