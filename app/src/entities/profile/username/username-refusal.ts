/** Why the server did not give a username, and what it offers in its place. */
import { DataError } from '#data/rest.ts'

const problems = ['username_taken', 'username_invalid', 'username_reserved', 'too_many_usernames'] as const

export function usernameProblem(error: unknown): (typeof problems)[number] | undefined {
  return error instanceof DataError ? problems.find((hint) => hint === error.hint) : undefined
}

/** Two free names travel in the details, as a JSON list. */
export function suggestionsIn(error: unknown): string[] {
  const details = error instanceof DataError ? error.details : undefined
  return details?.match(/[a-z0-9_.]{3,30}/gu)?.slice(0, 2) ?? []
}
