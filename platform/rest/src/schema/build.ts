/** Catalogue → Schema. */
import type { Catalogue, CatalogueColumn, CatalogueHandler, CatalogueRoutine } from './catalogue.ts'
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
import { readOrigins } from './view-lineage.ts'

const updatable = { update: 4, insert: 8, delete: 16 }

export function buildSchema(catalogue: Catalogue): Schema {
  const columns = Map.groupBy(catalogue.columns, ({ table_id }) => table_id)
  const primaryKeys = findPrimaryKeys(catalogue)
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
      primaryKey: primaryKeys.get(table.oid) ?? [],
    }
  })
  return {
    tables: new Map(tables.map((table) => [keyOf(table), table])),
    relationships: findRelationships(catalogue),
    routines: Map.groupBy(catalogue.routines.map(toRoutine), keyOf),
    geoJsonSchema: catalogue.geoJsonSchema,
    handlers: catalogue.handlers.map(toHandler),
  }
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

/** Primary keys by table id; a view has the key of the table whose key columns it shows. */
function findPrimaryKeys(catalogue: Catalogue): Map<number, readonly string[]> {
  const keys = new Map(catalogue.keys.filter(({ kind }) => kind === 'p').map((key) => [key.table_id, key.own]))
  const names = (tableId: number, attributes: readonly number[]) =>
    attributes.flatMap((attribute) => catalogue.attributes[tableId]?.[attribute] ?? [])
  const found = new Map<number, readonly string[]>([...keys].map(([id, own]) => [id, names(id, own)]))
  const viewColumns = Map.groupBy(catalogue.columns, ({ table_id }) => table_id)
  for (const { view_id, rule } of catalogue.views) {
    const shown = [...readOrigins(rule)].flatMap(([attribute, origin]) => {
      const column = viewColumns.get(view_id)?.find(({ attnum }) => attnum === attribute)
      const isKey = keys.get(origin.tableId)?.includes(origin.attribute) === true
      return column !== undefined && isKey ? [{ name: column.name, tableId: origin.tableId }] : []
    })
    const whole = [...Map.groupBy(shown, ({ tableId }) => tableId)].find(
      ([tableId, columns]) => columns.length === keys.get(tableId)?.length,
    )
    if (whole !== undefined)
      found.set(
        view_id,
        whole[1].map(({ name }) => name),
      )
  }
  return found
}
