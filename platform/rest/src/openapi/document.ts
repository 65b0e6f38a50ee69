/** Schema → the Swagger 2.0 document of what a role may see. */
import type { ApiRequest } from '../parse/request.ts'
import { keyOf, type Routine, type Schema, type Table } from '../schema/schema.ts'
import type { Visible } from '../transact/visible.ts'
import { definitionOf } from './definitions.ts'
import { headerParameters, preferParameters } from './parameters.ts'
import { routinePath, tablePath } from './paths.ts'

export interface DocumentParts {
  readonly request: ApiRequest
  readonly schema: Schema
  readonly visible: Visible
  /** `Host` of the request, and where the service is mounted. */
  readonly host: string
  readonly basePath: string
}

export function openApiDocument({ request, schema, visible, host, basePath }: DocumentParts): object {
  const isOwn = (named: { readonly schema: string }) => named.schema === request.schema
  const tables = [...schema.tables.values()].filter((table) => isOwn(table) && commandsOf(table, visible).size > 0)
  const routines = [...schema.routines.values()].flatMap(([first]) =>
    first !== undefined && isOwn(first) && visible.routines.has(keyOf(first)) ? [first] : [],
  )
  return {
    swagger: '2.0',
    info: {
      title: `${request.schema} schema`,
      description: 'Tables, views and functions of this schema.',
      version: '1',
    },
    host,
    basePath,
    schemes: ['http', 'https'],
    consumes: contentTypes,
    produces: contentTypes,
    paths: Object.fromEntries([
      ['/', rootPath],
      ...tables.map((table: Table) => [`/${table.name}`, tablePath(table, commandsOf(table, visible))]),
      ...routines.map((routine: Routine) => [`/rpc/${routine.name}`, routinePath(routine)]),
    ]),
    definitions: Object.fromEntries(tables.map((table) => [table.name, definitionOf(table, schema)])),
    parameters: { ...preferParameters, ...headerParameters, ...filterParameters(tables) },
    externalDocs: { description: 'PostgREST Documentation', url: 'https://postgrest.org/en/stable/api.html' },
  }
}

const contentTypes = [
  'application/json',
  'application/vnd.pgrst.object+json;nulls=stripped',
  'application/vnd.pgrst.object+json',
  'text/csv',
]

const rootPath = {
  get: {
    tags: ['Introspection'],
    summary: 'OpenAPI description (this document)',
    produces: ['application/openapi+json', 'application/json'],
    responses: { '200': { description: 'OK' } },
  },
}

const commandsOf = (table: Table, { tables }: Visible): ReadonlySet<string> => tables.get(keyOf(table)) ?? new Set()

function filterParameters(tables: readonly Table[]) {
  const bodies = tables.map((table) => [
    `body.${table.name}`,
    {
      name: table.name,
      description: table.name,
      in: 'body',
      required: false,
      schema: { $ref: `#/definitions/${table.name}` },
    },
  ])
  const filters = tables.flatMap((table) =>
    [...table.columns.values()].map((column) => [
      `rowFilter.${table.name}.${column.name}`,
      {
        name: column.name,
        in: 'query',
        required: false,
        type: 'string',
        ...(column.description === null ? {} : { description: column.description }),
      },
    ]),
  )
  return Object.fromEntries([...bodies, ...filters]) as Record<string, object>
}
