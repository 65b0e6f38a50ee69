/** Acts that the server refused, so that somebody can be told: a bubble says it by itself. */
import type { PendingMessage, SendFailure } from '../message.ts'
import { scopeOf } from '../scope.ts'

type Listener = (failure: SendFailure, pending: PendingMessage) => void

export class FailedActs {
  readonly #listeners = new Set<Listener>()

  watch(listener: Listener): () => void {
    this.#listeners.add(listener)
    return () => this.#listeners.delete(listener)
  }

  emit(failure: SendFailure, pending: PendingMessage): void {
    for (const listener of this.#listeners) listener(failure, pending)
  }
}

export function watchFailures(userId: string, listener: Listener): () => void {
  return scopeOf(userId).part(FailedActs).watch(listener)
}
