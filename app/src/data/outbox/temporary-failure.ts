import { DataError } from '../rest.ts'

/** The session is being renewed or its person comes back; a proxy asks for patience; too often. */
const passingStatuses = new Set([401, 408, 425, 429])
/** A database that is briefly read-only; two transactions in each other's way; one that took too long. */
const passingCodes = new Set(['25006', '40001', '40P01', '57014'])

/** A pace of acts that nobody reaches by hand: whoever does is told of it, not sent again for an hour. */
const isPace = (hint = '') => hint.startsWith('too_many_')

/** Not the server's last word. A TypeError is a network that failed. */
export function isTemporary(error: unknown): boolean {
  if (!(error instanceof DataError)) return error instanceof TypeError
  if (isPace(error.hint)) return false
  return error.isRetryable || passingStatuses.has(error.status) || passingCodes.has(error.code ?? '')
}
