/** Which constants the partial indexes of a table are for. */

/** A comparison as PostgreSQL writes it: `(state = 'open'::text)`, `((state)::text = 'open'::text)`. */
const comparison = /\(?("(?:[^"]|"")+"|\w+)\)?(?:::text)? = '([\w-]+)'::/g

/**
 * @param predicates of the table's partial indexes, as the catalogue shows them
 * @returns the constants that they compare the column with: plain words only
 */
export function indexConstants(column: string, predicates: readonly string[]): string[] {
  const found = predicates.flatMap((predicate) => [...predicate.matchAll(comparison)])
  const own = found.filter(([, name = '']) => name.replace(/^"|"$/g, '').replaceAll('""', '"') === column)
  return [...new Set(own.map(([, , constant = '']) => constant))]
}
