import type { JsonForm } from './types.ts'

/**
 * A value's text, as PostgreSQL writes it with ISO dates in UTC, to the JSON that PostgreSQL makes of the value.
 * Null: only PostgreSQL can tell.
 */
export function jsonOfText(text: string, form: JsonForm): string | null {
  if (form === 'text') return JSON.stringify(text)
  if (form === 'number') return isFiniteNumber(text) ? text : JSON.stringify(text)
  if (form === 'boolean') return text === 't' ? 'true' : 'false'
  if (form === 'json') return text
  if (form === 'timestamp') return JSON.stringify(text.replace(' ', 'T'))
  if (form === 'timestamptz') return JSON.stringify(text.replace(' ', 'T').replace(/\+00(?= BC$|$)/, '+00:00'))
  return null
}

/** Everything but `NaN` and the infinities. */
const isFiniteNumber = (text: string) => text !== 'NaN' && !text.endsWith('Infinity')

/** The value as a text that its type's input accepts. */
export function textOfJson(json: string): string | null {
  if (json === 'null') return null
  return json.startsWith('"') ? (JSON.parse(json) as string) : json
}

export function objectOf(row: Iterable<readonly [string, string]>): string {
  const members: string[] = []
  for (const [name, json] of row) members.push(`${JSON.stringify(name)}:${json}`)
  return `{${members.join(',')}}`
}
