import { randomUUID } from 'node:crypto'

import { DatabaseError, type WriteTransaction } from '@platform/database'

import { authErrors, type AuthError } from '../errors.ts'
import { readDocument, type Json } from '../store/users.ts'
import { hookUri, type HookFunction } from './hook-function.ts'

/** Whoever signs in waits for it. */
const TIMEOUT_MS = 2000
const HOOK_ROLE = 'supabase_auth_admin'
const LOWEST_ERROR = 400
const HIGHEST_ERROR = 599

export interface HookEvent extends Json {
  /** The original's name of the kind of hook. */
  readonly name: string
}

/**
 * Asks a hook within the transaction that depends on it, so that what it writes stands or falls with that.
 * @throws {AuthError} what the hook refuses, or 500 `unexpected_failure` when it fails, answers nonsense or takes longer
 */
export async function runHook(tx: WriteTransaction, hook: HookFunction, event: HookEvent): Promise<Json> {
  const { name, ...input } = event
  const metadata = { uuid: randomUUID(), time: new Date().toISOString(), name }
  const answer = await callAsHook(tx, hook, { metadata, ...input }).catch((error: unknown) => {
    throw error instanceof DatabaseError ? authErrors.hookFailed(hookUri(hook), error) : error
  })
  if (typeof answer !== 'object' || answer === null || Array.isArray(answer)) {
    throw authErrors.hookFailed(hookUri(hook), new Error('The hook did not answer a JSON object'))
  }
  const output = answer as Json
  const refusal = refusalOf(output)
  if (refusal !== null) throw refusal
  return output
}

/** NOTE: the names are quoted, and their form was checked when they were configured. */
async function callAsHook(tx: WriteTransaction, { schema, name }: HookFunction, input: Json): Promise<unknown> {
  const [before] = await tx.query<{ timeout: string }>(
    `with before as materialized (select current_setting('statement_timeout') as timeout)
     select timeout, set_config('statement_timeout', $1, true), set_config('role', $2, true) from before`,
    [String(TIMEOUT_MS), HOOK_ROLE],
  )
  const result = await tx.raw({
    text: `select "${schema}"."${name}"($1::jsonb)::jsonb`,
    params: [JSON.stringify(input)],
  })
  await tx.query(`select set_config('role', 'none', true), set_config('statement_timeout', $1, true)`, [
    before!.timeout,
  ])
  return readDocument(result)
}

/** A hook refuses with `{ "error": { "http_code": 403, "message": "…" } }`. */
function refusalOf(output: Json): AuthError | null {
  const { http_code: status, message } = (output['error'] ?? {}) as { http_code?: unknown; message?: unknown }
  if (typeof message !== 'string' || message === '') return null
  const isError = typeof status === 'number' && status >= LOWEST_ERROR && status <= HIGHEST_ERROR
  return authErrors.hookRefused(isError ? Math.floor(status) : 500, message)
}
