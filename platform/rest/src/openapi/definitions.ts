/** A table as a JSON schema, with the notes that code generators look for. */
import { type Column, keyOf, type Schema, type Table } from '../schema/schema.ts'

export function definitionOf(table: Table, schema: Schema): object {
  const columns = [...table.columns.values()]
  return {
    ...(table.description === null ? {} : { description: table.description }),
    required: columns.filter((column) => !column.isNullable).map(({ name }) => name),
    properties: Object.fromEntries(columns.map((column) => [column.name, propertyOf(column, table, schema)])),
    type: 'object',
  }
}

function propertyOf(column: Column, table: Table, schema: Schema): object {
  const notes = notesOf(column, table, schema)
  const description = [column.description, notes].filter((part) => part !== null).join('\n\n')
  return {
    ...typeOf(column.type),
    ...(column.maxLength === null ? {} : { maxLength: column.maxLength }),
    ...(column.enumValues.length === 0 ? {} : { enum: column.enumValues }),
    ...(column.default === null ? {} : { default: plainDefault(column.default) }),
    ...(description === '' ? {} : { description }),
  }
}

function notesOf({ name }: Column, table: Table, schema: Schema): string | null {
  const notes = [
    ...(table.primaryKey.includes(name) ? ['This is a Primary Key.<pk/>'] : []),
    ...(schema.relationships.get(keyOf(table)) ?? []).flatMap((relationship) => {
      const isOwnKey = relationship.kind !== 'computed' && relationship.kind !== 'many-to-many' && relationship.ownsKey
      const [pair] =
        isOwnKey && !relationship.isToTargetView && relationship.columns.length === 1 ? relationship.columns : []
      if (pair?.[0] !== name) return []
      const { target } = relationship
      return [`This is a Foreign Key to \`${target.name}.${pair[1]}\`.<fk table='${target.name}' column='${pair[1]}'/>`]
    }),
  ]
  return notes.length === 0 ? null : `Note:\n${notes.join('\n')}`
}

/** The literal of `'text'::type`; any other expression as it stands. */
const plainDefault = (expression: string) =>
  /^'(.*)'::[\w ."]+$/s.exec(expression)?.[1]?.replaceAll("''", "'") ?? expression

const simpleTypes: Readonly<Record<string, string>> = {
  smallint: 'integer',
  integer: 'integer',
  bigint: 'integer',
  real: 'number',
  'double precision': 'number',
  numeric: 'number',
  boolean: 'boolean',
}

export function typeOf(type: string): object {
  if (type.endsWith('[]')) return { format: type, type: 'array', items: typeWithoutFormat(type.slice(0, -2)) }
  if (type === 'json' || type === 'jsonb') return { format: type }
  return { format: type, type: simpleTypes[type] ?? 'string' }
}

const typeWithoutFormat = (type: string) => ({ type: simpleTypes[type] ?? 'string' })
