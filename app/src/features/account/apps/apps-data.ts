import type { OAuthAuthorizationDetails, OAuthGrant } from '@supabase/supabase-js'
/** Apps of others that people let in (OAuth): what one asks for, the answer, and what was granted. */
import { mutationOptions, queryOptions } from '@tanstack/react-query'

import { queryClient } from '#data/query-client.ts'

import { ask } from '../security/security-data.ts'

export type Asked = OAuthAuthorizationDetails | { readonly redirect_url: string }

export const askedQuery = (id: string) =>
  queryOptions({
    queryKey: ['security', 'asked', id],
    queryFn: (): Promise<Asked> => ask((auth) => auth.oauth.getAuthorizationDetails(id)),
    // One look may already be the answer, and an answer is given once.
    staleTime: Infinity,
    retry: false,
  })

interface Answer {
  readonly id: string
  readonly isLetIn: boolean
}

/** Gives the address to go to. */
export const answerMutation = mutationOptions({
  mutationFn: ({ id, isLetIn }: Answer): Promise<{ redirect_url: string }> =>
    ask((auth) =>
      isLetIn
        ? auth.oauth.approveAuthorization(id, { skipBrowserRedirect: true })
        : auth.oauth.denyAuthorization(id, { skipBrowserRedirect: true }),
    ),
})

export const grantsQuery = queryOptions({
  queryKey: ['security', 'grants'],
  queryFn: (): Promise<OAuthGrant[]> => ask((auth) => auth.oauth.listGrants()),
})

export const revokeMutation = mutationOptions({
  mutationFn: (clientId: string) => ask((auth) => auth.oauth.revokeGrant({ clientId })),
  onSuccess: () => queryClient.invalidateQueries({ queryKey: grantsQuery.queryKey }),
})
