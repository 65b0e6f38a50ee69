/** Tables, views and composite types, with what refers to what, as supabase-js reads them. */
import type { Column, Reference, Routine } from './catalogue.ts'
import type { Refinements } from './refinements.ts'
import { orNull, scriptType, wordsOr } from './script-type.ts'

interface TableFacts {
  readonly columns: readonly Column[]
  readonly references: readonly Reference[]
  /** Functions of the table's row, which are read like columns. */
  readonly fields: readonly Routine[]
}

/** What the contract says of a view's column holds whole; of a table's, the catalogue knows whether it may be null. */
function columnType({ table, kind, name, type, words, isNullable }: Column, refinements: Refinements): string {
  const [place, base] = [`${table}.${name}`, wordsOr(words, scriptType(type))]
  return kind === 'view'
    ? refinements.at(place, orNull(base, isNullable))
    : orNull(refinements.at(place, base), isNullable)
}

function renderRow({ columns, fields }: TableFacts, refinements: Refinements): string {
  const own = columns.map((column) => `${column.name}: ${columnType(column, refinements)}`)
  const computed = fields.map(
    ({ name, type, fieldOf }) => `${name}: ${refinements.at(`${fieldOf}.${name}`, orNull(scriptType(type), true))}`,
  )
  return `{ ${[...own, ...computed].join('; ')} }`
}

function renderRelationships(references: readonly Reference[]): string {
  const quoted = (words: readonly string[]) => `[${words.map((word) => `'${word}'`).join(', ')}]`
  const lines = references.map(
    ({ name, columns, isOneToOne, target, targetColumns }) =>
      `          { foreignKeyName: '${name}'; columns: ${quoted(columns)}; isOneToOne: ${isOneToOne}; referencedRelation: '${target}'; referencedColumns: ${quoted(targetColumns)} },\n`,
  )
  return lines.length === 0 ? '[]' : `[\n${lines.join('')}        ]`
}

export function renderTable(name: string, facts: TableFacts, refinements: Refinements): string {
  const { columns, references, fields } = facts
  const typed = columns.map((column) => ({ ...column, script: columnType(column, refinements) }))
  const insert = typed.map(
    (column) => `${column.name}${column.isNullable || column.hasDefault ? '?' : ''}: ${column.script}`,
  )
  const update = typed.map((column) => `${column.name}?: ${column.script}`)
  const computed = fields.map((field) => `'${field.name}'`).join(' | ')
  const isWritten = columns[0]?.kind === 'table'
  return [
    `      ${name}: {`,
    `        Row: ${renderRow(facts, refinements)}`,
    ...(isWritten ? [`        Insert: { ${insert.join('; ')} }`, `        Update: { ${update.join('; ')} }`] : []),
    `        Relationships: ${renderRelationships(references)}`,
    ...(computed === '' ? [] : [`        ComputedFields: ${computed}`]),
    '      }',
  ].join('\n')
}

export const renderComposite = (name: string, columns: readonly Column[], refinements: Refinements): string =>
  `      ${name}: ${renderRow({ columns, references: [], fields: [] }, refinements)}`
