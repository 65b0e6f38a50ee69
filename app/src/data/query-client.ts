import { notifyManager, QueryClient, type Query, type QueryFunctionContext } from '@tanstack/react-query'

import type { Keeping } from './device/answer-shelf.ts'
import { isOnline } from './network.ts'
import { DataError } from './rest.ts'

declare module '@tanstack/react-query' {
  interface Register {
    queryMeta: { keep?: Keeping }
  }
}

const tries = 3

// What a press changes is drawn with the press: a timer later React has already put a controlled field back.
notifyManager.setScheduler(queueMicrotask)

export const queryClient = new QueryClient({
  defaultOptions: {
    queries: {
      // Without network an answer is « no », at once, with a way to try again: never a wait without end.
      networkMode: 'always',
      // coming-back.ts does, after what was written has been sent.
      refetchOnReconnect: false,
      staleTime: 30_000,
      gcTime: 10 * 60_000,
      persister: answerOrKept,
      refetchOnWindowFocus: false,
      retry: (failures, error) =>
        failures < tries && error instanceof DataError && error.isRetryable && (error.status !== 0 || isOnline()),
    },
    mutations: { networkMode: 'always', retry: false },
  },
})

/**
 * Everything of a kind that is shown, as the server has it from now on. The answer to a first question is waited for, not
 * taken for it: it may have been given before.
 */
export async function readAnew(queryKey: readonly unknown[]): Promise<void> {
  const isUnderWay = queryClient.isFetching({ queryKey }) > 0
  await queryClient.invalidateQueries({ queryKey })
  if (isUnderWay) await queryClient.invalidateQueries({ queryKey })
}

/** What says how it is kept on this device is answered from there where the server is out of reach (kept-answers.ts). */
async function answerOrKept(
  ask: (context: QueryFunctionContext) => unknown,
  context: QueryFunctionContext,
  query: Query,
): Promise<unknown> {
  const keeping = query.meta?.keep
  if (!keeping) return ask(context)
  const asked = Promise.resolve(ask(context))
  asked.catch(() => undefined)
  const kept = await import('./device/kept-answers.ts').catch(() => null)
  return kept ? kept.answerInTime(keeping, asked, { query, client: context.client }) : asked
}
