/** Whoever spends must be signed in. */
import type { Caller } from '../_shared/clients.ts'
import { FunctionError } from '../_shared/respond.ts'
import type { Asker } from './asker.ts'

/** @throws {FunctionError} 401 for a visitor */
export function requirePerson({ client, userId }: Asker, message: string): Caller {
  if (userId === null) throw new FunctionError(401, 'not_authenticated', message)
  return { userId, client }
}
