/**
 * What the server answered last, for when it cannot be reached, or is slow. A query that says how it is kept
 * (`meta: { keep: … }`) shows the kept answer in place of one that does not come, and asks again once there is a way.
 */
import type { InfiniteData, Query, QueryClient } from '@tanstack/react-query'

import { isOnline } from '../network.ts'
import { DataError } from '../rest.ts'
import type { Keeping } from './answer-shelf.ts'

/** Until what was kept is shown in place of an answer that does not come. */
const lateMs = 1500
/** Where there is a network and the server failed: asked again after this. */
const againMs = 3000
const mostPages = 3

interface Asking {
  query: Query
  client: QueryClient
}

type Outcome = { answer: unknown } | { error: unknown }

/** Of the network first, in its own time; else of this device. */
export async function answerInTime(
  keeping: Keeping,
  asked: Promise<unknown>,
  { query, client }: Asking,
): Promise<unknown> {
  let isAnswered = false
  asked
    .then((answer) => {
      isAnswered = true
      return keep(keeping, query.queryHash, answer)
    })
    .catch(() => undefined)
  if (query.state.data !== undefined) return asked
  const first = await Promise.race([outcomeOf(asked), late()])
  if (first && 'answer' in first) return first.answer
  const kept = await readKept(keeping, query.queryHash)
  if (kept === null || isAnswered) return asked
  asked.then((answer) => takeLate(answer, kept, { query, client })).catch(() => undefined)
  // Known to be old, as soon as it is there: whoever comes back asks anew.
  setTimeout(() => query.invalidate())
  if (first && isOnline()) setTimeout(askAgain, againMs, { query, client })
  return kept
}

/** @throws whatever is no sign of a server out of reach: a refusal, an answer of another form, a question taken back */
async function outcomeOf(asked: Promise<unknown>): Promise<Outcome> {
  try {
    return { answer: await asked }
  } catch (error) {
    if (error instanceof DataError && error.isRetryable) return { error }
    throw error
  }
}

/** What has come since what was kept is newer than an answer that was asked for before it: then it is asked for anew. */
function takeLate(answer: unknown, kept: unknown, { query: { queryKey, state }, client }: Asking): void {
  if (state.data === kept) client.setQueryData(queryKey, answer)
  else void client.invalidateQueries({ queryKey, exact: true })
}

function late(): Promise<null> {
  return new Promise((resolve) => {
    setTimeout(() => resolve(null), lateMs)
  })
}

function askAgain({ query: { queryKey, state }, client }: Asking): void {
  if (state.isInvalidated) void client.refetchQueries({ queryKey, exact: true, type: 'active' })
}

/** The device may have no room, and its shelf may not be there: both cost what was kept alone. */
async function readKept(keeping: Keeping, id: string): Promise<unknown> {
  try {
    return await (await import('./answer-shelf.ts')).readAnswer(keeping, id)
  } catch {
    return null
  }
}

/** What is not there is not kept: the next answer says so again. */
async function keep(keeping: Keeping, id: string, answer: unknown): Promise<void> {
  const { keepAnswer } = await import('./answer-shelf.ts')
  if (answer !== null && answer !== undefined) await keepAnswer(keeping, id, firstPagesOf(answer))
}

function firstPagesOf(answer: unknown): unknown {
  if (typeof answer !== 'object' || answer === null || !('pages' in answer && 'pageParams' in answer)) return answer
  const { pages, pageParams } = answer as InfiniteData<unknown>
  return { pages: pages.slice(0, mostPages), pageParams: pageParams.slice(0, mostPages) }
}
