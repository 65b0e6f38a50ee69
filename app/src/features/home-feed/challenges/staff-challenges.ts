/** What the staff does about challenges. */
import { callSignedIn } from '#data/call-signed-in.ts'
import { queryClient } from '#data/query-client.ts'
import { DataError } from '#data/rest.ts'
import { challengeKeys } from '#entities/post/challenge/challenge-queries.ts'

export interface NewChallenge {
  title: string
  words: string
  hashtag: string
  /** As fields of the kind datetime-local hold them, in the time of the device. */
  from: string
  until: string
}

export async function openChallenge({ from, until, ...theme }: NewChallenge): Promise<string> {
  const times = { starts_at: new Date(from).toISOString(), ends_at: new Date(until).toISOString() }
  const id = await callSignedIn('open_challenge', { ...theme, ...times })
  await queryClient.invalidateQueries({ queryKey: challengeKeys.all })
  return id
}

export async function dropChallenge(id: string): Promise<void> {
  await callSignedIn('drop_challenge', { challenge_id: id })
  await queryClient.invalidateQueries({ queryKey: challengeKeys.all })
}

const known = ['hashtag_in_use', 'hashtag_invalid', 'time_invalid', 'challenge_invalid'] as const

export function refusalOf(error: unknown): (typeof known)[number] | 'failed' {
  // NOTE: an empty field of a time is a RangeError before anything is asked.
  if (error instanceof RangeError) return 'challenge_invalid'
  const hint = error instanceof DataError ? error.hint : undefined
  return known.find((code) => code === hint) ?? 'failed'
}
