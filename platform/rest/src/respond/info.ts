/** OPTIONS: what may be done with a table, a function or the root. */
import { requestErrors } from '../errors.ts'
import type { ApiRequest } from '../parse/request.ts'
import { findTable } from '../plan/planner.ts'
import { keyOf, type Schema } from '../schema/schema.ts'
import type { HttpAnswer } from './respond.ts'

export function describeMethods(request: ApiRequest, schema: Schema): HttpAnswer {
  return { status: 200, headers: { allow: allowed(request, schema) }, body: null }
}

function allowed(request: ApiRequest, schema: Schema): string {
  const { target } = request
  if (target.kind === 'root') return 'OPTIONS,GET,HEAD'
  if (target.kind === 'table') {
    const table = findTable(request, schema)
    const writes = [
      ...(table.isInsertable ? ['POST'] : []),
      ...(table.isInsertable && table.isUpdatable && table.primaryKey.length > 0 ? ['PUT'] : []),
      ...(table.isUpdatable ? ['PATCH'] : []),
      ...(table.isDeletable ? ['DELETE'] : []),
    ]
    return ['OPTIONS', 'GET', 'HEAD', ...writes].join(',')
  }
  const overloads = schema.routines.get(keyOf({ schema: request.schema, name: target.name }))
  if (overloads === undefined) throw requestErrors.path()
  return overloads.every(({ volatility }) => volatility === 'volatile') ? 'OPTIONS,POST' : 'OPTIONS,GET,HEAD,POST'
}
