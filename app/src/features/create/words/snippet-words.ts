/** Kept words in a description: `#name` at the caret, and the words in its place. */

export interface SnippetDraft {
  /** Where the # stands. */
  start: number
  /** What stands between it and the caret. */
  query: string
}

/** As the server takes them. */
export const snippetName = /^[\p{L}\p{N}_]{1,30}$/u

/** The name that is being written at the caret, from the # on. */
export function snippetAt(text: string, caret: number): SnippetDraft | null {
  const [, query] = /(?:^|[^\p{L}\p{N}_#])#([\p{L}\p{N}_]{0,30})$/u.exec(text.slice(0, caret)) ?? []
  return query === undefined ? null : { start: caret - query.length - 1, query: query.toLowerCase() }
}

/** The description with the kept words in place of `#name`, and where the caret goes. */
export function withSnippet(
  text: string,
  { start, query }: SnippetDraft,
  words: string,
): { text: string; caret: number } {
  return { text: `${text.slice(0, start)}${words}${text.slice(start + 1 + query.length)}`, caret: start + words.length }
}

/** The words behind what stands there already. */
export function appended(text: string, words: string): string {
  const before = text.trimEnd()
  if (before === '') return words
  return `${before}${/[,.;:!?]$/u.test(before) ? ' ' : ', '}${words}`
}
