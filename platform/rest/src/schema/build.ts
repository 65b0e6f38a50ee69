/** Catalogue → Schema. */
import type { Catalogue, CatalogueColumn, CatalogueHandler, CatalogueRoutine } from './catalogue.ts'
import { findFaces, primaryKeysOf } from './faces.ts'
import { indexConstants } from './index-constants.ts'
import { findRelationships } from './relationships.ts'
import {
  type Column,
  keyOf,
  type MediaHandler,
  type Parameter,
  type Representation,
  type Routine,
  type Schema,
  type Table,
  type QualifiedName,
} from './schema.ts'

const updatable = { update: 4, insert: 8, delete: 16 }

export function buildSchema(catalogue: Catalogue): Schema {
  const columns = Map.groupBy(catalogue.columns, ({ table_id }) => table_id)
  const faces = findFaces(catalogue)
  const primaryKeys = primaryKeysOf(catalogue, faces)
  const representations = findRepresentations(catalogue)
  const tables = catalogue.tables.map((table): Table => {
    const can = (bit: number) => (table.updatable & bit) !== 0
    const own = (columns.get(table.oid) ?? []).map((column) => toColumn(column, representations))
    return {
      schema: table.schema,
      name: table.name,
      isView: table.is_view,
      hasPolicies: table.has_policies,
      isInsertable: can(updatable.insert),
      isUpdatable: can(updatable.update),
      isDeletable: can(updatable.delete),
      description: table.description,
      columns: new Map(own.map((column) => [column.name, column])),
      isRepresented: own.some(({ representation }) => representation !== null),
      primaryKey: inOrder(primaryKeys.get(keyOf(table)) ?? [], table.is_view ? own : []),
    }
  })
  return {
    tables: new Map(tables.map((table) => [keyOf(table), table])),
    relationships: findRelationships(catalogue, faces),
    routines: Map.groupBy(catalogue.routines.filter(isCallable).map(toRoutine).toSorted(byParameters), keyOf),
    geoJsonSchema: catalogue.geoJsonSchema,
    handlers: catalogue.handlers.map(toHandler),
  }
}

/** A view of several tables has their keys in the order in which it shows them. */
function inOrder(key: readonly string[], shown: readonly Column[]): readonly string[] {
  const at = (name: string) => shown.findIndex((column) => column.name === name)
  return key.toSorted((one, other) => at(one) - at(other))
}

const toHandler = ({
  schema,
  name,
  media_type,
  table_schema,
  table_name,
  is_bytes,
}: CatalogueHandler): MediaHandler => ({
  schema,
  name,
  mediaType: media_type.toLowerCase(),
  table: table_schema === null || table_name === null ? null : { schema: table_schema, name: table_name },
  isBytes: is_bytes,
})

const toColumn = (column: CatalogueColumn, representations: ReadonlyMap<string, Representation>): Column => ({
  name: column.name,
  type: column.type,
  isNullable: !column.is_required,
  default: column.default_expression,
  isGenerated: column.is_generated,
  isSearched: column.is_searched,
  maxLength: column.max_length,
  enumValues: column.enum_values ?? [],
  indexConstants: indexConstants(column.name, column.index_predicates ?? []),
  description: column.description,
  representation: representations.get(column.type) ?? null,
})

const bodyTypes = new Set(['bytea', 'json', 'jsonb', 'text', 'xml'])

/** Parameters are given by name; a single one without may be the whole body of a request. */
function isCallable(routine: CatalogueRoutine): boolean {
  const parameters = toParameters(routine)
  const unnamed = parameters.filter(({ name }) => name === '').length
  return unnamed === 0 || (unnamed === 1 && bodyTypes.has(parameters[0]?.type ?? ''))
}

/** The order of overloads: few parameters first, then those without a comment, then by names and types. */
function byParameters(a: Routine, b: Routine): number {
  const order = (left: string, right: string) => (left === right ? 0 : left < right ? -1 : 1)
  const signature = ({ parameters }: Routine) =>
    parameters.map(({ name, type, isRequired }) => [name, type, isRequired ? 1 : 0].join('\0')).join('\0')
  return (
    a.parameters.length - b.parameters.length ||
    order(a.description ?? '', b.description ?? '') ||
    order(signature(a), signature(b))
  )
}

const volatilities = { v: 'volatile', s: 'stable', i: 'immutable' } as const

function toRoutine(routine: CatalogueRoutine): Routine {
  const table =
    routine.row_name === null || routine.row_schema === null
      ? null
      : { schema: routine.row_schema, name: routine.row_name }
  const isComposite = routine.is_row || hasOutputs(routine)
  return {
    schema: routine.schema,
    name: routine.name,
    parameters: toParameters(routine),
    returns: {
      kind: routine.return_type === 'void' ? 'void' : isComposite ? 'composite' : 'scalar',
      type: routine.return_type,
      isSet: routine.is_set,
      isBytes: routine.is_bytes,
      table,
    },
    volatility: volatilities[routine.volatility],
    description: routine.description,
  }
}

const outputModes = new Set(['o', 'b', 't'])
const hasOutputs = ({ argument_modes }: CatalogueRoutine) => argument_modes.some((mode) => outputModes.has(mode))

/** Input parameters in their order; the last `defaults` of them may be left out. */
function toParameters(routine: CatalogueRoutine): Parameter[] {
  const inputs = (routine.argument_types ?? [])
    .map((type, at) => ({ type, name: routine.argument_names[at] ?? '', mode: routine.argument_modes[at] ?? 'i' }))
    .filter(({ mode }) => mode === 'i' || mode === 'b' || mode === 'v')
  return inputs.map(({ type, name, mode }, at) => ({
    name,
    type,
    isRequired: mode !== 'v' && at < inputs.length - routine.defaults,
    isVariadic: mode === 'v',
  }))
}

/** Of a domain without casts. */
const asItIs: Representation = { toJson: null, fromJson: null, fromText: null }

/** Implicit casts of domains, by the domain’s name: how their values travel as JSON and in query strings. */
function findRepresentations({ representations }: Pick<Catalogue, 'representations'>) {
  const found = new Map<string, Representation>()
  const add = (domain: string, use: Partial<Record<keyof Representation, QualifiedName>>) =>
    found.set(domain, { ...(found.get(domain) ?? asItIs), ...use })
  for (const { source, target, schema, name } of representations) {
    if (target === 'json') add(source, { toJson: { schema, name } })
    else add(target, { [source === 'json' ? 'fromJson' : 'fromText']: { schema, name } })
  }
  return found
}
