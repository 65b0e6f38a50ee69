/** Saves a profile: shown at once, put back where it is refused. */
import { mutationOptions } from '@tanstack/react-query'

import { callSignedIn } from '#data/call-signed-in.ts'
import { registerWrite, sendOrWait } from '#data/outbox/pending-writes.ts'
import { queryClient } from '#data/query-client.ts'
import { DataError, unwrap } from '#data/rest.ts'
import { supabase } from '#data/supabase.ts'
import { patchProfile, profileColumns, profileQueries, type Profile } from '#entities/profile/profile-queries.ts'
import { currentMessages } from '#i18n/messages.ts'
import { fileHash } from '#ui/file/file-hash.ts'
import { toast } from '#ui/toast/toast.ts'

import type { CutPicture } from './cut-picture.ts'
import { editMessages } from './edit.i18n.ts'
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

type Fields = ProfileChange['fields']

interface ProfileWrite {
  userId: string
  fields: Fields
  /** Mails of auth are written in the language that its own record of the person names. */
  isLanguageNew: boolean
}

const profileWrite = 'profile.update'

registerWrite<ProfileWrite>(profileWrite, {
  send: async ({ userId, fields, isLanguageNew }) => {
    const client = await supabase()
    const profiles = client.from('profiles').update(columnsOf(fields)).eq('id', userId)
    showSaved(unwrap(await profiles.select(profileColumns).single<Profile>()))
    if (isLanguageNew) await client.auth.updateUser({ data: { language: fields.locale } })
  },
  undo: ({ userId }, error) => {
    const m = currentMessages(editMessages)
    const isReserved = error instanceof DataError && error.hint === 'name_reserved'
    toast({ title: m.notSaved, tone: 'danger', ...(isReserved && { description: m.name_reserved }) })
    void queryClient.invalidateQueries(profileQueries.byHandle(userId))
  },
})

/** `waiting`: for the network. Pictures and usernames wait for nobody: their refusal belongs into the form. */
export const saveProfileMutation = mutationOptions({
  mutationFn: async ({ before, username, fields, avatar, banner }: ProfileChange): Promise<'sent' | 'waiting'> => {
    const isText = avatar === undefined && banner === undefined && (!username || username === before.username)
    if (isText) {
      const write: ProfileWrite = { userId: before.id, fields, isLanguageNew: fields.locale !== before.locale }
      return sendOrWait(profileWrite, write, { key: before.id })
    }
    const client = await supabase()
    // First: the one change that somebody else may have made impossible.
    if (username && username !== before.username) await callSignedIn('change_username', { username })
    const [avatarUrl, bannerUrl] = await Promise.all([
      keepPicture('avatar', before.id, avatar),
      keepPicture('banner', before.id, banner),
    ])
    const change = {
      ...columnsOf(fields),
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
    showSaved(saved)
    return 'sent'
  },
  onMutate: ({ before, username, fields }) => {
    const shown = nameShown(fields, username) || before.display_name
    patchProfile(queryClient, { ...before, ...fields, username, display_name: shown })
  },
  onError: (_, { before }) => patchProfile(queryClient, before),
})

const columnsOf = (fields: Fields) => ({
  ...fields,
  links: fields.links.map(({ label, url }) => ({ label, url })),
})

function showSaved(saved: Profile): void {
  patchProfile(queryClient, saved)
  // The name and the picture travel with every post and list.
  void queryClient.invalidateQueries({ refetchType: 'none' })
}

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
  const path = `${userId}/${(await fileHash(file)).slice(0, 32)}.${file.type === 'image/webp' ? 'webp' : 'jpg'}`
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
