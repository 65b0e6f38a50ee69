/** Functions of the database, called as every client calls them. */
import { setTimeout as delay } from 'node:timers/promises'

import type { SupabaseClient } from '@supabase/supabase-js'

/** What rest/v1 answered. */
export class RpcError extends Error {
  override readonly name = 'RpcError'
  readonly code: string
  readonly hint: string | null
  readonly details: string | null
  /** The server was not there, or not able: the same call may succeed later. */
  readonly isTransient: boolean

  constructor(name: string, status: number, error: { code: string; message: string; hint: string; details: string }) {
    super(`${name}: ${error.message}`)
    this.code = error.code
    this.hint = error.hint || null
    this.details = error.details || null
    this.isTransient = status === 0 || status === 429 || status >= 500
  }
}

/** @throws {RpcError} */
export async function callRpc<T>(client: SupabaseClient, name: string, params: object): Promise<T> {
  const { data, error, status } = await client.rpc(name, params)
  if (error) throw new RpcError(name, status, error)
  return data as T
}

const patienceMs = 60_000
const longestWaitMs = 5000

/** Repeats `work` for a minute while it fails for a transient reason: it must be idempotent. */
export async function retry<T>(work: () => Promise<T>): Promise<T> {
  const until = performance.now() + patienceMs
  for (let wait = 100; ; wait = Math.min(wait * 2, longestWaitMs)) {
    try {
      return await work()
    } catch (error) {
      const isTransient = error instanceof RpcError && error.isTransient
      if (!isTransient || performance.now() > until) throw error
      await delay(wait * (0.5 + Math.random()))
    }
  }
}
