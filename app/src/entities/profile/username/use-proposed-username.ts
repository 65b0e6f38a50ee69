import { useQuery } from '@tanstack/react-query'

import { queryClient } from '#data/query-client.ts'

import { proposeUsername } from './propose-username.ts'
import { useSettled } from './use-settled.ts'
import { usernameFreeQuery, usernameShape } from './username-queries.ts'

const withoutName = 'ami'

/** A username that is free, made of a name once its writing pauses; empty until it is known, and while there is none to make. */
export function useProposedUsername(name: string, isWanted: boolean): string {
  const wanted = wantedFor(useSettled(name))
  const { data } = useQuery({ ...usernameFreeQuery(wanted), enabled: isWanted })
  if (!isWanted || !data) return ''
  return data.problem === null ? wanted : (data.suggestions[0] ?? '')
}

/** The same for whoever did not wait for it. */
export async function fetchProposedUsername(name: string): Promise<string> {
  const wanted = wantedFor(name)
  const { problem, suggestions } = await queryClient.fetchQuery(usernameFreeQuery(wanted))
  return problem === null ? wanted : (suggestions[0] ?? '')
}

function wantedFor(name: string): string {
  const proposed = proposeUsername(name)
  return usernameShape.test(proposed) ? proposed : withoutName
}
