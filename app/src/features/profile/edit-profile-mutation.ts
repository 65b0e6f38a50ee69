import { mutationOptions } from '@tanstack/react-query'

import { queryClient } from '#data/query-client.ts'
import { unwrap } from '#data/rest.ts'
import { supabase } from '#data/supabase.ts'
import { patchProfile, profileColumns, type Profile } from '#entities/profile/profile-queries.ts'

export interface ProfileChange {
  id: string
  first_name: string | null
  last_name: string | null
  username: string | null
  bio: string
}

export const editProfileMutation = mutationOptions({
  mutationFn: async ({ id, ...change }: ProfileChange): Promise<Profile> => {
    const client = await supabase()
    return unwrap(await client.from('profiles').update(change).eq('id', id).select(profileColumns).single<Profile>())
  },
  onSuccess: (profile) => patchProfile(queryClient, profile),
})
