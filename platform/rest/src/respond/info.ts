/** OPTIONS: what the asking role may do with a table, a function or the root. */
import { requestErrors } from '../errors.ts'
import type { ApiRequest } from '../parse/request.ts'
import { findTable } from '../plan/planner.ts'
import { keyOf, type QualifiedName, type Routine, type Schema, type Table } from '../schema/schema.ts'
import { type Permitted, readPermitted } from '../transact/permitted.ts'
import type { HttpAnswer } from './respond.ts'

export async function describeMethods(request: ApiRequest, schema: Schema, asking: Permitted): Promise<HttpAnswer> {
  return {
    status: 200,
    headers: { allow: ['OPTIONS', ...(await methodsOf(request, schema, asking))].join(',') },
    body: null,
  }
}

async function methodsOf(request: ApiRequest, schema: Schema, asking: Permitted): Promise<string[]> {
  const { target } = request
  switch (target.kind) {
    case 'root':
      return ['GET', 'HEAD']
    case 'table': {
      const table = findTable(request, schema)
      return tableMethods(table, await readPermitted('table', table, asking))
    }
    default: {
      const name: QualifiedName = { schema: request.schema, name: target.name }
      const overloads = schema.routines.get(keyOf(name))
      if (overloads === undefined) throw requestErrors.path()
      return routineMethods(overloads, await readPermitted('routine', name, asking))
    }
  }
}

function tableMethods(table: Table, may: ReadonlySet<string>): string[] {
  const inserts = table.isInsertable && may.has('insert')
  const updates = table.isUpdatable && may.has('update')
  return [
    ...(may.has('select') ? ['GET', 'HEAD'] : []),
    ...(inserts ? ['POST'] : []),
    ...(inserts && updates && table.primaryKey.length > 0 ? ['PUT'] : []),
    ...(updates ? ['PATCH'] : []),
    ...(table.isDeletable && may.has('delete') ? ['DELETE'] : []),
  ]
}

function routineMethods(overloads: readonly Routine[], may: ReadonlySet<string>): string[] {
  if (!may.has('execute')) return []
  return overloads.every(({ volatility }) => volatility === 'volatile') ? ['POST'] : ['GET', 'HEAD', 'POST']
}
