/** With whom this person has compared safety numbers: known to their own devices alone (E2EE §6). */
import { queryOptions, useQuery, type UseQueryResult } from '@tanstack/react-query'

import type { Pin } from '#crypto/index.ts'
import { queryClient } from '#data/query-client.ts'
import { useUserId } from '#data/session.ts'

import { isOpenable, useVaultState, vaultOf } from './vault.ts'

const root = ['message-keys', 'verified'] as const

const pinsQuery = (userId: string) =>
  queryOptions({
    queryKey: [...root, userId],
    queryFn: async () => (await vaultOf(userId)).pins(),
    // Read on this device: nothing is asked of the network.
    networkMode: 'always',
    structuralSharing: false,
  })

const nobody: ReadonlySet<string> = new Set()

/** Whose safety number is the one that was compared. */
export function useVerified(): ReadonlySet<string> {
  return usePins(verifiedOf).data ?? nobody
}

/** Whose safety number was compared and is another one now: nothing goes to them before a new comparison. */
export function useMustCompare(): ReadonlySet<string> {
  return usePins(changedOf).data ?? nobody
}

/** After a comparison, or when somebody shows another key. */
export function verifiedChanged(): Promise<void> {
  return queryClient.invalidateQueries({ queryKey: root })
}

function usePins<Chosen>(select: (pins: readonly Pin[]) => Chosen): UseQueryResult<Chosen> {
  const userId = useUserId() ?? ''
  const enabled = isOpenable(useVaultState()) && userId !== ''
  return useQuery({ ...pinsQuery(userId), enabled, select })
}

const verifiedOf = (pins: readonly Pin[]) => idsOf(pins.filter(({ state }) => state === 'verified'))
const changedOf = (pins: readonly Pin[]) => idsOf(pins.filter((pin) => pin.state === 'changed' && pin.wasVerified))
const idsOf = (pins: readonly Pin[]): ReadonlySet<string> => new Set(pins.map(({ userId }) => userId))
