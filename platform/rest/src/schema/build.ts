/** Catalogue → Schema. */
import type { Catalogue, CatalogueColumn, CatalogueRoutine } from './catalogue.ts'
import { findPrimaryKeys } from './primary-keys.ts'
import { findRelationships } from './relationships.ts'
import { type Column, keyOf, type Parameter, type Routine, type Schema, type Table } from './schema.ts'

const updatable = { update: 4, insert: 8, delete: 16 }

export function buildSchema(catalogue: Catalogue): Schema {
  const columns = Map.groupBy(catalogue.columns, ({ table_id }) => table_id)
  const primaryKeys = findPrimaryKeys(catalogue)
  const tables = catalogue.tables.map((table): Table => {
    const can = (bit: number) => (table.updatable & bit) !== 0
    return {
      schema: table.schema,
      name: table.name,
      isView: table.is_view,
      isInsertable: can(updatable.insert),
      isUpdatable: can(updatable.update),
      isDeletable: can(updatable.delete),
      description: table.description,
      columns: new Map((columns.get(table.oid) ?? []).map((column) => [column.name, toColumn(column)])),
      primaryKey: primaryKeys.get(table.oid) ?? [],
    }
  })
  return {
    tables: new Map(tables.map((table) => [keyOf(table), table])),
    relationships: findRelationships(catalogue),
    routines: Map.groupBy(catalogue.routines.map(toRoutine), keyOf),
    hasGeoJson: catalogue.hasGeoJson,
  }
}

const toColumn = (column: CatalogueColumn): Column => ({
  name: column.name,
  type: column.type,
  isNullable: !column.is_required,
  default: column.default_expression,
  isGenerated: column.is_generated,
  maxLength: column.max_length,
  enumValues: column.enum_values ?? [],
  description: column.description,
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
