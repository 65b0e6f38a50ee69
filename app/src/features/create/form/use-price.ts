import { queryOptions, useQuery } from '@tanstack/react-query'

import { read } from '#data/wire.ts'

const perImage = 1

const priceOfGeneration = queryOptions({
  queryKey: ['prices', 'generation'],
  queryFn: ({ signal }) => read('price_book', 'credits', { sku: 'eq.generation' }, signal),
  // Prices change by migration.
  staleTime: Infinity,
})

/** Of so many pictures, in credits. */
export function usePrice(count: number): number {
  const { data } = useQuery(priceOfGeneration)
  return (data?.[0]?.credits ?? perImage) * count
}
