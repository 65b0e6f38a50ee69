/** Calls that only the server itself makes: by its schedule, or by the hosted service's cron. */
import { Buffer } from 'node:buffer'

import { bearerToken } from './clients.ts'
import { FunctionError } from './respond.ts'

/**
 * NOTE: the runtime has verified the token before a function is called (`verify_jwt`).
 *
 * @throws {FunctionError} 403 for whoever has not the service key
 */
export function requireServiceCall(request: Request): void {
  if (roleOf(request) !== 'service_role') throw new FunctionError(403, 'not_allowed', 'Non autorisé')
}

function roleOf(request: Request): unknown {
  try {
    const claims = bearerToken(request)?.split('.')[1] ?? ''
    return (JSON.parse(Buffer.from(claims, 'base64url').toString()) as { role?: unknown }).role
  } catch {
    return null
  }
}
