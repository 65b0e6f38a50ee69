/** Folders of one's own pictures, and what changes them. */
import { queryOptions } from '@tanstack/react-query'

import { callSignedIn } from '#data/call-signed-in.ts'
import { queryClient } from '#data/query-client.ts'
import type { Answer } from '#data/question.ts'
import { DataError, unwrap } from '#data/rest.ts'
import { supabase } from '#data/supabase.ts'
import { call } from '#data/wire.ts'
import { currentMessages } from '#i18n/messages.ts'
import { toast } from '#ui/toast/toast.ts'

import { folderMessages } from './folders.i18n.ts'

export type Folder = Answer<'my_image_folders'>[number]

/** As long as the server takes them. */
export const longestName = 60
const undoMs = 6000
/** Lists of pictures hang on their folders as well. */
const everything = { queryKey: ['my-images'] }

export const foldersOf = (userId: string | null) =>
  queryOptions({
    queryKey: ['my-images', 'folders', userId],
    queryFn: ({ signal }) => call('my_image_folders', {}, { method: 'GET', signal }),
    enabled: userId !== null,
  })

export type NameProblem = 'taken' | 'tooMany' | 'notSaved'

const problemOf = (error: unknown): NameProblem => {
  if (!(error instanceof DataError)) return 'notSaved'
  if (error.code === '23505') return 'taken'
  return error.hint === 'too_many' ? 'tooMany' : 'notSaved'
}

export type Named = { id: string } | { problem: NameProblem }

/** A new one, or with `id` another name of one. */
export async function nameFolder(name: string, id: string | null): Promise<Named> {
  try {
    const named = id ?? (await callSignedIn('make_image_folder', { name }))
    if (id !== null) unwrap(await (await supabase()).from('image_folders').update({ name }).eq('id', id))
    await queryClient.invalidateQueries(everything)
    return { id: named }
  } catch (error) {
    return { problem: problemOf(error) }
  }
}

/** Its pictures stay, in no folder. */
export async function deleteFolder({ id, name }: Folder): Promise<void> {
  const m = currentMessages(folderMessages)
  try {
    unwrap(await (await supabase()).from('image_folders').delete().eq('id', id))
    toast({ title: m.deleted(name), description: m.picturesStay })
  } catch {
    toast({ title: m.notSaved, tone: 'danger' })
  }
  await queryClient.invalidateQueries(everything)
}

interface Filed {
  id: string
  folderId: string | null
}

/** `null`: out of any folder. « Annuler » puts each back to where it was. */
export async function fileImages(images: readonly Filed[], folder: Pick<Folder, 'id' | 'name'> | null): Promise<void> {
  const m = currentMessages(folderMessages)
  try {
    const moved = await put(
      images.map(({ id }) => id),
      folder?.id ?? null,
    )
    const undo = { label: m.undo, onPress: () => void putBack(images) }
    const title = folder === null ? m.takenOut(moved.length) : m.filed(moved.length, folder.name)
    toast({ title, action: undo, duration: undoMs })
  } catch {
    toast({ title: m.notSaved, tone: 'danger' })
  }
  await queryClient.invalidateQueries(everything)
}

const put = (ids: readonly string[], folder: string | null) => callSignedIn('put_images_in_folder', { ids, folder })

async function putBack(images: readonly Filed[]): Promise<void> {
  const before = Map.groupBy(images, ({ folderId }) => folderId)
  try {
    for (const [folder, those] of before)
      await put(
        those.map(({ id }) => id),
        folder,
      )
  } catch {
    toast({ title: currentMessages(folderMessages).notSaved, tone: 'danger' })
  }
  await queryClient.invalidateQueries(everything)
}
