/** Whoever spends must be signed in. */
import type { Caller } from '../clients.ts'
import { FunctionError } from '../respond.ts'
import type { Asker } from './asker.ts'

/** @throws {FunctionError} 401 for a visitor */
export function requirePerson({ client, userId }: Asker, message: string): Caller {
  if (userId === null) throw new FunctionError(401, 'not_authenticated', message)
  return { userId, client }
}
