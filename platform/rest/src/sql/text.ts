/** The only two ways for anything of a request to enter SQL: as a parameter, or as a quoted identifier. */
import type { Parameter } from '@platform/database'

import { requestErrors } from '../errors.ts'
import type { QualifiedName } from '../schema/schema.ts'

/** @throws {RestError} for NUL, which would end the statement's text on the wire */
export function quoteIdentifier(name: string): string {
  if (name.includes('\0')) throw requestErrors.unparsable('Names cannot contain the NUL character', 'unexpected NUL')
  return `"${name.replaceAll('"', '""')}"`
}

export const qualified = ({ schema, name }: QualifiedName): string =>
  `${quoteIdentifier(schema)}.${quoteIdentifier(name)}`

export const columnOf = (alias: string, name: string): string => `${quoteIdentifier(alias)}.${quoteIdentifier(name)}`

/** Collects the values of one statement. */
export class Parameters {
  readonly values: Parameter[] = []
  readonly #interned = new Map<string, string>()

  /** @returns the placeholder, whose type PostgreSQL infers from its surroundings */
  add(value: string | Buffer): string {
    this.values.push(value)
    return `$${this.values.length}`
  }

  /** One placeholder for every use of the same text: expressions that must be equal to each other stay so. */
  intern(value: string): string {
    const known = this.#interned.get(value)
    if (known !== undefined) return known
    const placeholder = this.add(value)
    this.#interned.set(value, placeholder)
    return placeholder
  }
}

const keywordTypes = new Map([
  ['int', 'int4'],
  ['integer', 'int4'],
  ['bigint', 'int8'],
  ['smallint', 'int2'],
  ['real', 'float4'],
  ['float', 'float8'],
  ['double precision', 'float8'],
  ['decimal', 'numeric'],
  ['boolean', 'bool'],
  ['character varying', 'varchar'],
  ['character', 'bpchar'],
  ['char', 'bpchar'],
  ['bit varying', 'varbit'],
  ['timestamp with time zone', 'timestamptz'],
  ['timestamp without time zone', 'timestamp'],
  ['time with time zone', 'timetz'],
  ['time without time zone', 'time'],
])

/** A type's name as a client writes it: SQL's own spellings, or the name of any type in the search path. */
export function castTo(expression: string, type: string): string {
  const name = type.toLowerCase()
  return `cast(${expression} as ${quoteIdentifier(keywordTypes.get(name) ?? name)})`
}

/** A bare `character` or `bit` is one character or bit long: of any length, the column's or function's own decides. */
export const ofAnyLength = (type: string): string =>
  type.replace(/^(character|bit)(?=$|\[)/, (name) => (name === 'bit' ? '"bit"' : 'bpchar'))
