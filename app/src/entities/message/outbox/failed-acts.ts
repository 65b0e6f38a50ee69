/** Acts that the server refused, so that somebody can be told: a bubble says it by itself. */
import type { PendingMessage, SendFailure } from '../message.ts'

type Listener = (failure: SendFailure, pending: PendingMessage) => void

const listeners = new Set<Listener>()

export function watchFailures(listener: Listener): () => void {
  listeners.add(listener)
  return () => listeners.delete(listener)
}

export function tellFailure(failure: SendFailure, pending: PendingMessage): void {
  for (const listener of listeners) listener(failure, pending)
}
