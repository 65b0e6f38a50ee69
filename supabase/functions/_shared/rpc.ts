/** Functions of the database, called as every client calls them. */
import { setTimeout as delay } from 'node:timers/promises'

import type { SupabaseClient } from '@supabase/supabase-js'

import type { Database, Json } from './contract/src/index.ts'

/** What rest/v1 answered. */
export class RpcError extends Error {
  override readonly name = 'RpcError'
  /** 0 where no answer came. */
  readonly status: number
  readonly code: string
  readonly hint: string | null
  readonly details: string | null
  /** The server was not there, or not able: the same call may succeed later. */
  readonly isTransient: boolean

  constructor(name: string, status: number, error: { code: string; message: string; hint: string; details: string }) {
    super(`${name}: ${error.message}`)
    this.status = status
    this.code = error.code
    this.hint = error.hint || null
    this.details = error.details || null
    this.isTransient = status === 0 || status === 429 || status >= 500
  }
}

type Functions = Database['public']['Functions']
type RpcName = keyof Functions

/** What a jsonb answer holds: said once for each function, by the room that the answer is for (`declare module`). */
export interface RpcAnswers {
  personal_rows: readonly unknown[]
}

type Answer<Name extends RpcName> = Name extends keyof RpcAnswers ? RpcAnswers[Name] : Functions[Name]['Returns']

/** What a jsonb argument holds is for the function of the database to judge. */
type Arguments<Name extends RpcName> = {
  [Key in keyof Functions[Name]['Args']]: Json extends Functions[Name]['Args'][Key]
    ? object
    : Functions[Name]['Args'][Key]
}

/** @throws {RpcError} */
export async function callRpc<Name extends RpcName>(
  client: SupabaseClient,
  name: Name,
  params: [Functions[Name]['Args']] extends [never] ? Readonly<Record<string, never>> : Arguments<Name>,
): Promise<Answer<Name>> {
  const { data, error, status } = await client.rpc(name, params)
  if (error) throw new RpcError(name, status, error)
  return data as Answer<Name>
}

/** Rows of a function that answers a table, with these columns and what hangs on them. @throws {RpcError} */
export async function readRows<Row>(
  client: SupabaseClient,
  name: RpcName,
  params: object,
  columns: string,
): Promise<readonly Row[]> {
  const { data, error, status } = await client
    .rpc(name, params)
    .select(columns)
    .overrideTypes<Row[], { merge: false }>()
  if (error) throw new RpcError(name, status, error)
  return data
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
