/** With whom this person has compared safety numbers: known to their own devices alone (E2EE §6). */
import { queryOptions, useQuery } from '@tanstack/react-query'

import { queryClient } from '#data/query-client.ts'
import { useUserId } from '#data/session.ts'

import { isOpenable, useVaultState, vaultOf } from './vault.ts'

const verifiedQuery = (userId: string) =>
  queryOptions({
    queryKey: ['message-keys', 'verified', userId],
    queryFn: async (): Promise<ReadonlySet<string>> => {
      const pins = await (await vaultOf(userId)).pins()
      return new Set(pins.filter(({ state }) => state === 'verified').map((pin) => pin.userId))
    },
    // Read on this device: nothing is asked of the network.
    networkMode: 'always',
    structuralSharing: false,
  })

const nobody: ReadonlySet<string> = new Set()

export function useVerified(): ReadonlySet<string> {
  const userId = useUserId() ?? ''
  const enabled = isOpenable(useVaultState()) && userId !== ''
  return useQuery({ ...verifiedQuery(userId), enabled }).data ?? nobody
}

/** After a comparison. */
export function verifiedChanged(userId: string): Promise<void> {
  return queryClient.invalidateQueries({ queryKey: verifiedQuery(userId).queryKey })
}
