import type { QueryKey, QueryKeyWithDataTag } from '@tanstack/react-query'

import { queryClient } from '../query-client.ts'

/** Shows what somebody has just chosen. An answer still under way was asked for before, and would take it back. */
export function showChoice<Held>(
  { queryKey }: QueryKeyWithDataTag<QueryKey, Held>,
  change: (held: Held) => Held,
): void {
  const held = queryClient.getQueryData<Held>(queryKey)
  if (held === undefined) return
  void queryClient.cancelQueries({ queryKey, exact: true })
  queryClient.setQueryData<Held>(queryKey, change(held))
  void keepChoice(queryKey).catch(() => undefined)
}

/** Opened again without network, the page shows what was chosen, as what waits to be sent does. */
async function keepChoice(queryKey: QueryKey): Promise<void> {
  const { meta, queryHash, state } = queryClient.getQueryCache().find({ queryKey, exact: true }) ?? {}
  if (meta?.keep) await (await import('../device/answer-shelf.ts')).keepAnswer(meta.keep, queryHash ?? '', state?.data)
}
