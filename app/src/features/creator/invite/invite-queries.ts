import { queryOptions } from '@tanstack/react-query'

import { callSignedIn } from '#data/call-signed-in.ts'
import { queryClient } from '#data/query-client.ts'
import { call } from '#data/wire.ts'
import { paths, toHref } from '#navigation/paths.ts'

const root = ['invitation'] as const

export const inviteQueries = {
  own: (userId: string | null) =>
    queryOptions({
      queryKey: [...root, 'own', userId],
      queryFn: ({ signal }) => call('my_referral', {}, { signal }),
      enabled: userId !== null,
    }),
  by: (code: string, userId: string | null) =>
    queryOptions({
      queryKey: [...root, 'by', code, userId],
      queryFn: ({ signal }) => call('referral_by', { code }, { signal }),
    }),
}

export const accept = (code: string) => callSignedIn('accept_referral', { code })
export const refreshInvitation = () => queryClient.invalidateQueries({ queryKey: root })

/** Where somebody accepts it, on this device. */
export const invitePath = (code: string) => toHref({ to: paths.home, search: { modal: 'invite', id: code } })
/** For others. */
export const inviteAddress = (code: string) => new URL(invitePath(code), location.origin).href

/** As people read it aloud. */
export const spaced = (code: string) => `${code.slice(0, 4)} ${code.slice(4)}`
