/** Refused rows, without what they say of rows that the asking role may not see (THREATS R-09). */
import { DatabaseError } from '@platform/database'

import type { RestConfig } from '../config.ts'
import { keyOf, type Schema } from '../schema/schema.ts'

/**
 * PostgreSQL itself leaves values out where the current role lacks the right to read them. Inside a function that runs
 * with its owner's rights, or in a trigger of such a one, it takes the owner for the reader: hence this second look.
 */
export function withoutHiddenDetails(error: unknown, role: string, { schema, config }: Known): unknown {
  const isAboutRows = error instanceof DatabaseError && error.code.startsWith('23') && error.detail !== null
  if (!isAboutRows || config.trustedRoles.includes(role)) return error
  const { schema: space, table: name } = error
  const table = space === null || name === null ? undefined : schema?.tables.get(keyOf({ schema: space, name }))
  if (table?.hasPolicies === false) return error
  const { code, message, hint } = error
  return new DatabaseError({ code, message, hint }, error)
}

interface Known {
  readonly schema: Schema | null
  readonly config: Pick<RestConfig, 'trustedRoles'>
}
