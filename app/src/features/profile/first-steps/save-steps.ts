import { mutationOptions } from '@tanstack/react-query'

import { callSignedIn } from '#data/call-signed-in.ts'
import { queryClient } from '#data/query-client.ts'
import { unwrap } from '#data/rest.ts'
import { supabase } from '#data/supabase.ts'
import { givenName } from '#entities/profile/display-name.ts'
import { patchProfile, profileColumns, type Profile } from '#entities/profile/profile-queries.ts'
import { splitName } from '#entities/session/credentials.ts'
import type { Language } from '#i18n/language.ts'

export interface Steps {
  before: Profile
  name: string
  /** Empty where there is none to take. */
  username: string
  locale: Language
}

export const saveStepsMutation = mutationOptions({
  mutationFn: async ({ before, name, username, locale }: Steps): Promise<Profile> => {
    const client = await supabase()
    // First: the one wish that somebody else may have made impossible.
    if (username && username !== before.username) await callSignedIn('change_username', { username })
    const change = { ...namesOf(before, name.trim()), locale }
    const profiles = client.from('profiles').update(change).eq('id', before.id)
    const saved = unwrap(await profiles.select(profileColumns).single<Profile>())
    // Mails of auth are written in the language that its own record of the person names.
    if (locale !== before.locale) await client.auth.updateUser({ data: { language: locale } })
    return saved
  },
  onSuccess: (saved) => {
    patchProfile(queryClient, saved)
    // The name travels with every post and list.
    void queryClient.invalidateQueries({ refetchType: 'none' })
  },
})

function namesOf(before: Profile, name: string): Partial<Pick<Profile, 'first_name' | 'last_name' | 'chosen_name'>> {
  if (name === givenName(before)) return {}
  if (before.chosen_name !== null) return { chosen_name: name || null }
  const { first_name: first = null, last_name: last = null } = splitName(name)
  return { first_name: first?.slice(0, 50) ?? null, last_name: last?.slice(0, 50) ?? null }
}
