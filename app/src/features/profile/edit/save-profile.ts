/** Saves a profile: shown at once, put back where it is refused. */
import { mutationOptions } from '@tanstack/react-query'

import { callSignedIn } from '#data/call-signed-in.ts'
import { queryClient } from '#data/query-client.ts'
import { unwrap } from '#data/rest.ts'
import { supabase } from '#data/supabase.ts'
import { patchProfile, profileColumns, type Profile } from '#entities/profile/profile-queries.ts'

import type { CutPicture } from './cut-picture.ts'
import { shapes, type Shape } from './picture-shapes.ts'

/** `undefined` leaves the picture as it is, `null` takes it away. */
export type PictureChange = CutPicture | null | undefined

export interface ProfileChange {
  before: Profile
  username: string | null
  fields: Pick<Profile, 'first_name' | 'last_name' | 'chosen_name' | 'bio' | 'links' | 'locale'>
  avatar: PictureChange
  banner: PictureChange
}

export const saveProfileMutation = mutationOptions({
  mutationFn: async ({ before, username, fields, avatar, banner }: ProfileChange): Promise<Profile> => {
    const client = await supabase()
    // First: the one change that somebody else may have made impossible.
    if (username && username !== before.username) await callSignedIn('change_username', { username })
    const [avatarUrl, bannerUrl] = await Promise.all([
      keepPicture('avatar', before.id, avatar),
      keepPicture('banner', before.id, banner),
    ])
    const change = {
      ...fields,
      links: fields.links.map(({ label, url }) => ({ label, url })),
      ...(avatarUrl !== undefined && { avatar_url: avatarUrl }),
      ...(bannerUrl !== undefined && { banner_url: bannerUrl }),
    }
    const profiles = client.from('profiles').update(change).eq('id', before.id)
    const saved = unwrap(await profiles.select(profileColumns).single<Profile>())
    await Promise.all([
      // Mails of auth are written in the language that its own record of the person names.
      fields.locale !== before.locale && client.auth.updateUser({ data: { language: fields.locale } }),
      avatar !== undefined && dropPicture('avatar', before.avatar_url),
      banner !== undefined && dropPicture('banner', before.banner_url),
    ])
    return saved
  },
  onMutate: ({ before, username, fields }) => {
    const shown = nameShown(fields, username) || before.display_name
    patchProfile(queryClient, { ...before, ...fields, username, display_name: shown })
  },
  onError: (_, { before }) => patchProfile(queryClient, before),
  onSuccess: (saved) => {
    patchProfile(queryClient, saved)
    // The name and the picture travel with every post and list.
    void queryClient.invalidateQueries({ refetchType: 'none' })
  },
})

type Names = Pick<Profile, 'first_name' | 'last_name' | 'chosen_name'>

/** What their names show of somebody; empty where they have none. */
export function nameShown({ chosen_name: chosen, first_name: first, last_name: last }: Names, username: string | null) {
  return chosen || [first, last].filter(Boolean).join(' ') || username || ''
}

/** Kept under what is in it: the same picture twice is one file. Answers its address. */
async function keepPicture(shape: Shape, userId: string, picture: PictureChange): Promise<string | null | undefined> {
  if (!picture) return picture
  const { file } = picture
  const { bucket } = shapes[shape]
  const files = (await supabase()).storage.from(bucket)
  const path = `${userId}/${await nameOf(file)}.${file.type === 'image/webp' ? 'webp' : 'jpg'}`
  const { error } = await files.upload(path, file, { contentType: file.type, cacheControl: '31536000' })
  if (error && !isThereAlready(error)) throw error
  return files.getPublicUrl(path).data.publicUrl
}

/** What is no longer worn is not kept. That it stays after a failure harms nobody. */
async function dropPicture(shape: Shape, url: string | null): Promise<void> {
  const { bucket } = shapes[shape]
  const path = url?.split(`/public/${bucket}/`)[1]
  if (path) await (await supabase()).storage.from(bucket).remove([path])
}

function isThereAlready(error: { message: string; statusCode?: string | undefined }): boolean {
  return error.statusCode === '409' || /already exists|duplicate/iu.test(error.message)
}

async function nameOf(file: Blob): Promise<string> {
  const hash = new Uint8Array(await crypto.subtle.digest('SHA-256', await file.arrayBuffer()))
  return Array.from(hash.slice(0, 16), (byte) => byte.toString(16).padStart(2, '0')).join('')
}
