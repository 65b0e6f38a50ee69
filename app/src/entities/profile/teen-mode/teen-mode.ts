/** Teen mode, from fifteen to eighteen: as the server keeps to it. */
import { mutationOptions, queryOptions, useQuery } from '@tanstack/react-query'

import { callSignedIn } from '#data/call-signed-in.ts'
import { queryClient } from '#data/query-client.ts'
import { useUserId } from '#data/session.ts'
import { mySettingsQuery } from '#entities/profile/my-settings.ts'
import { profileQueries } from '#entities/profile/profile-queries.ts'

const codeKey = ['teen-code']

/** The day on which one's teen mode ends; `null` for whoever is not in it. */
export function useTeenUntil(): string | null {
  const userId = useUserId() ?? ''
  const { data } = useQuery({ ...mySettingsQuery(userId), enabled: userId !== '' })
  return data ? teenUntil(data) : null
}

export function teenUntil({ teen_until: until }: { teen_until: string | null }): string | null {
  return until !== null && until > new Date().toISOString().slice(0, 10) ? until : null
}

/** Whether a parent can end it with a code. */
export const hasTeenCodeQuery = queryOptions({
  queryKey: codeKey,
  queryFn: async () => await callSignedIn('teen_mode_has_code', {}),
})

const readAnew = async () => {
  await Promise.all([
    queryClient.invalidateQueries({ queryKey: ['my-settings'] }),
    queryClient.invalidateQueries({ queryKey: ['notification-settings'] }),
    queryClient.invalidateQueries({ queryKey: codeKey }),
    queryClient.invalidateQueries({ queryKey: profileQueries.all() }),
  ])
}

/** Answers the day on which it ends. */
export const startTeenModeMutation = mutationOptions({
  mutationFn: async ({ birthDate, code }: { birthDate: string; code: string }) =>
    await callSignedIn('start_teen_mode', { birth_date: birthDate, ...(code !== '' && { code }) }),
  onSuccess: readAnew,
})

/** Whether the code was the right one. */
export const endTeenModeMutation = mutationOptions({
  mutationFn: async (code: string) => await callSignedIn('end_teen_mode', { code }),
  onSuccess: readAnew,
})
