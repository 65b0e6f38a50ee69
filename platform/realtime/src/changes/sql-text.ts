/** Pieces of SQL text for statements that cannot have parameters where they need them. */

export const identifier = (name: string) => `"${name.replaceAll('"', '""')}"`

/** Right whatever `standard_conforming_strings` says. */
export function literal(value: string): string {
  const quoted = `'${value.replaceAll("'", "''")}'`
  return value.includes('\\') ? ` E${quoted.replaceAll('\\', '\\\\')}` : quoted
}

/** An array literal of texts, not yet quoted as a literal itself. */
export function arrayOf(values: readonly (string | null)[]): string {
  const elements = values.map((value) => (value === null ? 'NULL' : `"${value.replaceAll(/["\\]/g, '\\$&')}"`))
  return `{${elements.join(',')}}`
}
