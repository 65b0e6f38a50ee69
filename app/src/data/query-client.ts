import { QueryClient } from '@tanstack/react-query'

import { DataError } from './rest.ts'

const tries = 3

export const queryClient = new QueryClient({
  defaultOptions: {
    queries: {
      staleTime: 30_000,
      gcTime: 10 * 60_000,
      refetchOnWindowFocus: false,
      retry: (failures, error) => failures < tries && error instanceof DataError && error.isRetryable,
    },
    mutations: { retry: false },
  },
})
