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
}
