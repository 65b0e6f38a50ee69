import { readConfig } from './config.ts'
import type { Conditions, RelationName, Row } from './question.ts'
import { fetchRest, withValidSession } from './rest.ts'

/** How many rows there are; the column is one that the reader may see. */
export async function count<Name extends RelationName>(
  table: Name,
  column: keyof Row<Name> & string,
  conditions: Conditions<Name>,
  signal?: AbortSignal,
): Promise<number> {
  const config = await readConfig()
  const query = { table, params: { select: column, ...conditions } }
  const head = { method: 'HEAD', prefer: 'count=exact', signal }
  const response = await withValidSession(() => fetchRest(config, query, head))
  // Content-Range: 0-24/3573458, RFC 9110
  return Number(response.headers.get('content-range')?.split('/')[1] ?? 0)
}
