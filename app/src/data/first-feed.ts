/** Hands the first feed page, asked for by boot.ts before the app's own code has arrived, to the feed's query. */
import type { Config } from './config.ts'
import type { Question } from './question.ts'
import { askWith } from './wire.ts'

export interface KeptFirst {
  owner: string
  tab: string
  list: Promise<unknown>
}

declare global {
  interface Window {
    early?: Record<string, Promise<unknown[]> | undefined>
    /** Settles with the first card's picture. */
    firstPicture?: Promise<unknown> | undefined
    /** What the device kept of the first feed, where nothing answered. */
    keptFirst?: KeptFirst
  }
}

export function startEarly<Row>(config: Config, question: Question<Row[]>): Promise<Row[]> {
  const rows = askWith(config, question)
  // Whoever takes it sees the error; nobody taking it is no error.
  rows.catch(() => undefined)
  window.early = { ...window.early, [nameOf(question)]: rows }
  return rows
}

/** The rows on their way, once: later calls answer `undefined`, so that a refetch asks the server again. */
export function takeEarly<Row>(question: Question<Row[]>): Promise<Row[]> | undefined {
  const name = nameOf(question)
  const rows = window.early?.[name]
  delete window.early?.[name]
  // The same question has the same answer.
  return rows as Promise<Row[]> | undefined
}

/** The same question has the same name. */
function nameOf({ table, params, body }: Question<unknown>): string {
  return JSON.stringify([table, params, body])
}
