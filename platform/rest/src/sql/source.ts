/** Mutations and function calls: the statements whose rows the read level shows. */
import type { Call, Delete, Insert, Mutation, SourceColumns, Update } from '../plan/plan.ts'
import type { Column, Parameter } from '../schema/schema.ts'
import { type ReadWriter, sourceRow } from './read.ts'
import { columnOf, ofAnyLength, type Parameters, qualified, quoteIdentifier } from './text.ts'

interface Writing {
  readonly parameters: Parameters
  readonly read: ReadWriter
}

export function mutationSql(mutation: Mutation, columns: SourceColumns, writing: Writing): string {
  switch (mutation.kind) {
    case 'insert':
      return insertSql(mutation, columns, writing)
    case 'update':
      return updateSql(mutation, columns, writing)
    default:
      return deleteSql(mutation, columns, writing)
  }
}

/** Only what is shown is returned: columns that the role may not see must not be touched. */
function outputList(alias: string, { hasStar, names, needsRow }: SourceColumns): string {
  const list = [
    ...(hasStar ? [`${quoteIdentifier(alias)}.*`] : []),
    ...names.map((name) => columnOf(alias, name)),
    ...(needsRow ? [`${quoteIdentifier(alias)} as ${sourceRow}`] : []),
  ]
  return list.length === 0 ? '1' : list.join(', ')
}

const nothing = (mutation: Mutation, columns: SourceColumns) =>
  `select ${outputList(mutation.table.name, columns)} from ${qualified(mutation.table)} where false`

const insertedCount = `coalesce(nullif(current_setting('pgrst.inserted', true), '')::int, 0)`

/** Counts inserted rows without reading any column: each row counts one, each that turns into an update takes it back. */
const countInserted = `set_config('pgrst.inserted', (${insertedCount} + 1)::text, true) <> '0'`
const countUpdated = `set_config('pgrst.inserted', (${insertedCount} - 1)::text, true) <> '-1'`

function insertSql(insert: Insert, columns: SourceColumns, { parameters, read }: Writing): string {
  const { table, conflict } = insert
  if (insert.isEmpty) return nothing(insert, columns)
  const returning = ` returning ${outputList(table.name, columns)}`
  const into = `insert into ${qualified(table)}`
  if (insert.columns.length === 0) return `${into} ${defaultRows(insert, parameters)}${returning}`
  const names = insert.columns.map(({ name }) => quoteIdentifier(name)).join(', ')
  const where = read.conditions(insert)
  const counted = conflict?.resolution === 'merge' ? `${where === '' ? ' where ' : ' and '}${countInserted}` : ''
  const rows = `select ${names} from ${recordsSql(insert, table.name, parameters)}${where}${counted}`
  return `${into} (${names}) ${rows}${conflictSql(insert)}${returning}`
}

/** `{}` is one row of defaults, `[{}, {}]` are two. */
const defaultRows = ({ isArray, json }: Insert, parameters: Parameters): string =>
  isArray ? `select from json_array_elements(${parameters.add(json)}::json)` : 'default values'

function conflictSql({ conflict, columns }: Insert): string {
  if (conflict === null) return ''
  const target = conflict.columns.map(quoteIdentifier).join(', ')
  if (conflict.resolution === 'ignore') return ` on conflict (${target}) do nothing`
  const sets = columns.map(({ name }) => `${quoteIdentifier(name)} = excluded.${quoteIdentifier(name)}`)
  return ` on conflict (${target}) do update set ${sets.join(', ')} where ${countUpdated}`
}

type JsonRows = Pick<Insert, 'columns' | 'json' | 'isArray' | 'fillsDefaults'>

/** The payload as a row source: PostgreSQL itself reads the JSON, by the columns' types or their domains' own casts. */
function recordsSql(rows: JsonRows, alias: string, parameters: Parameters): string {
  const { columns } = rows
  const isParsed = columns.some(({ representation }) => parserOf(representation) !== null)
  const shape = columns.map(({ name, type, representation }) => {
    return `${quoteIdentifier(name)} ${parserOf(representation) === null ? ofAnyLength(type) : 'json'}`
  })
  const records = `${jsonRows(rows, parameters)} as ${quoteIdentifier(isParsed ? 'pgrst_json' : alias)}(${shape.join(', ')})`
  if (!isParsed) return records
  const values = columns.map(({ name, representation }) => {
    const parser = parserOf(representation)
    const value = columnOf('pgrst_json', name)
    return parser === null ? value : `${qualified(parser)}(${value}) as ${quoteIdentifier(name)}`
  })
  return `(select ${values.join(', ')} from ${records}) as ${quoteIdentifier(alias)}`
}

const parserOf = (representation: Column['representation']) => representation?.fromJson ?? null

function jsonRows({ columns, json, isArray, fillsDefaults }: JsonRows, parameters: Parameters): string {
  const payload = parameters.add(json)
  if (!fillsDefaults) return `json_to_record${isArray ? 'set' : ''}(${payload}::json)`
  const defaults = defaultsSql(columns)
  if (defaults === '') return `jsonb_to_record${isArray ? 'set' : ''}(${payload}::jsonb)`
  if (!isArray) return `jsonb_to_record(${defaults} || ${payload}::jsonb)`
  const rows = `select coalesce(jsonb_agg(${defaults} || pgrst_item), '[]') from jsonb_array_elements(${payload}::jsonb) as pgrst_item`
  return `jsonb_to_recordset((${rows}))`
}

const quoteKey = (name: string) => `'${name.replaceAll("'", "''")}'::text`

/** Column names of the catalogue with the catalogue's own default expressions. */
function defaultsSql(columns: readonly Column[]): string {
  const pairs = columns.flatMap((column) =>
    column.default === null ? [] : [`${quoteKey(column.name)}, ${defaultSql(column.default, column)}`],
  )
  return pairs.length === 0 ? '' : `jsonb_build_object(${pairs.join(', ')})`
}

/** In the form that the column's domain is read from, where it has one of its own. */
function defaultSql(expression: string, { type, representation }: Column): string {
  const isParsed = parserOf(representation) !== null && representation?.toJson != null
  return isParsed ? `${qualified(representation.toJson)}((${expression})::${type})` : expression
}

function updateSql(update: Update, columns: SourceColumns, { parameters, read }: Writing): string {
  if (update.columns.length === 0) return nothing(update, columns)
  const { table } = update
  const sets = update.columns.map(({ name }) => `${quoteIdentifier(name)} = pgrst_body.${quoteIdentifier(name)}`)
  const records = recordsSql(update, 'pgrst_body', parameters)
  const body = update.isArray ? `(select * from ${records} limit 1) as pgrst_body` : records
  return `update ${qualified(table)} set ${sets.join(', ')} from ${body}${read.conditions(update)} returning ${outputList(table.name, columns)}`
}

function deleteSql({ table, where }: Delete, columns: SourceColumns, { read }: Writing): string {
  return `delete from ${qualified(table)}${read.conditions({ where })} returning ${outputList(table.name, columns)}`
}

/** @param columns null for a function that returns a bare value */
export function callSql({ routine, args }: Call, columns: SourceColumns | null, parameters: Parameters): string {
  const { body, list } = argumentsSql({ routine, args }, parameters)
  const call = `${qualified(routine)}(${list})`
  if (columns === null) return `select ${call} as pgrst_scalar${body === '' ? '' : ` from ${body}`}`
  const shown = outputList('pgrst_call', columns)
  return `select ${shown} from ${body === '' ? '' : `${body}, lateral `}${call} as pgrst_call`
}

function argumentsSql({ routine, args }: Pick<Call, 'routine' | 'args'>, parameters: Parameters) {
  const byName = new Map(routine.parameters.map((parameter) => [parameter.name, parameter]))
  const assign = (parameter: Parameter, value: string) =>
    `${parameter.isVariadic ? 'variadic ' : ''}${quoteIdentifier(parameter.name)} := ${value}`
  switch (args.kind) {
    case 'none':
      return { body: '', list: '' }
    case 'unnamed':
      return { body: '', list: `${parameters.add(args.value)}::${routine.parameters[0]?.type ?? 'text'}` }
    case 'texts': {
      const list = args.values.map(([name, values]) => {
        const parameter = byName.get(name)!
        return assign(parameter, textValue(parameter, values, parameters))
      })
      return { body: '', list: list.join(', ') }
    }
    default: {
      const used = args.names.map((name) => byName.get(name)!)
      const shape = used.map(({ name, type }) => `${quoteIdentifier(name)} ${ofAnyLength(type)}`).join(', ')
      const list = used.map((parameter) => assign(parameter, columnOf('pgrst_body', parameter.name)))
      const record = `json_to_record${args.isArray ? 'set' : ''}(${parameters.add(args.json)}::json) as pgrst_body(${shape})`
      const body = args.isArray ? `(select * from ${record} limit 1) as pgrst_body` : record
      return { body, list: list.join(', ') }
    }
  }
}

function textValue({ type, isVariadic }: Parameter, values: readonly string[], parameters: Parameters): string {
  if (!isVariadic) return `${parameters.add(values[0] ?? '')}::${ofAnyLength(type)}`
  return `array[${values.map((value) => parameters.add(value)).join(', ')}]::${ofAnyLength(type)}`
}
