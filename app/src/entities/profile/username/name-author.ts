/** The username of whoever is about to publish: asked for where they have none. */
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'

import { callSignedIn } from '#data/call-signed-in.ts'
import { queryClient } from '#data/query-client.ts'
import { useUserId } from '#data/session.ts'
import { useMessages } from '#i18n/messages.ts'

import { givenName } from '../display-name.ts'
import { patchProfile, profileQueries } from '../profile-queries.ts'
import { fetchProposedUsername, useProposedUsername } from './use-proposed-username.ts'
import { suggestionsIn, usernameProblem } from './username-refusal.ts'
import { usernameMessages } from './username.i18n.ts'

/** Whether the signed-in person is known to have no username. */
export function useLacksUsername(): boolean {
  const userId = useUserId()
  const { data } = useQuery({ ...profileQueries.byHandle(userId ?? ''), enabled: userId !== null })
  return data?.username === null
}

/** The same, asked anew where they seem to have none: another tab or device may have given it. */
export async function lacksUsernameStill(userId: string): Promise<boolean> {
  const mine = { ...profileQueries.byHandle(userId), staleTime: 0, networkMode: 'always', retry: false } as const
  return queryClient.fetchQuery(mine).then(
    (profile) => profile?.username === null,
    () => true,
  )
}

export function useAuthorName() {
  const u = useMessages(usernameMessages)
  const userId = useUserId() ?? ''
  const isLacking = useLacksUsername()
  const held = queryClient.getQueryData(profileQueries.byHandle(userId).queryKey)
  const name = held ? givenName(held) : ''
  const [typed, setTyped] = useState<string | null>(null)
  const [refusal, setRefusal] = useState<{ username: string; suggestions: readonly string[] } | null>(null)
  const proposed = useProposedUsername(name, isLacking && typed === null)
  const change = (username: string) => {
    setTyped(username)
    setRefusal(null)
  }
  /** False where the name was refused. Where nobody answers, the publication waits as well and the database names its author. */
  const take = async (): Promise<boolean> => {
    if (!isLacking) return true
    try {
      const username = (typed ?? proposed) || (await fetchProposedUsername(name))
      await callSignedIn('change_username', { username })
      if (held) patchProfile(queryClient, { ...held, username, display_name: name || username })
    } catch (error) {
      const problem = usernameProblem(error)
      if (problem) setRefusal({ username: u[problem], suggestions: suggestionsIn(error) })
      return problem === undefined
    }
    return true
  }
  return { isLacking, username: typed ?? proposed, refusal, change, take }
}
