import type { FastifyRequest } from 'fastify'

import { authErrors } from '../../errors.ts'
import { isUuid } from '../../tokens/uuid.ts'

/** The `:factor` of a path. @throws {AuthError} 404 `validation_failed` */
export function factorIdOf(request: FastifyRequest): string {
  const { factor } = request.params as { factor: string }
  if (!isUuid(factor)) throw authErrors.notFoundInvalid('factor_id must be an UUID')
  return factor
}
