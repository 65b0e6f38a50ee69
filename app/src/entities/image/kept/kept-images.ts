/** Pictures of messages that one keeps among one's own: copies in the clear, in a bucket that only their owner reads. */
import { infiniteQueryOptions, queryOptions } from '@tanstack/react-query'

import { callSignedIn } from '#data/call-signed-in.ts'
import { queryClient } from '#data/query-client.ts'
import type { Answer } from '#data/question.ts'
import { unwrap } from '#data/rest.ts'
import { supabase } from '#data/supabase.ts'
import { call } from '#data/wire.ts'

export type KeptImage = Answer<'my_kept_images'>[number]

export interface ReceivedPicture {
  messageId: string
  place: number
  width: number
  height: number
  thumbhash: string | null
}

const bucket = 'kept-images'
const lists = ['my-images', 'kept'] as const
const pageSize = 60

/** Saved twice, it is one copy. @throws {DataError} with the hint `too_many` or `not_found` */
export async function keepImage(picture: ReceivedPicture, file: Blob): Promise<void> {
  const { messageId, ...facts } = picture
  const [room] = await callSignedIn('keep_image', { message: messageId, ...facts })
  if (!room) throw new TypeError('There is no room for the picture')
  const { error } = await (await supabase()).storage.from(bucket).upload(room.path, file, { contentType: file.type })
  // It was kept before.
  if (error && !('statusCode' in error && error.statusCode === '409')) throw error
  await queryClient.invalidateQueries({ queryKey: lists })
}

/** The file first: a row without its file is in no list. */
export async function letGo({ id, path }: KeptImage): Promise<void> {
  const client = await supabase()
  const { error } = await client.storage.from(bucket).remove([path])
  if (error) throw error
  unwrap(await client.from('kept_images').delete().eq('id', id))
  await queryClient.invalidateQueries({ queryKey: lists })
}

export const keptImages = (userId: string | null) =>
  infiniteQueryOptions({
    queryKey: [...lists, userId],
    queryFn: ({ pageParam, signal }) =>
      call('my_kept_images', { before: pageParam, page_size: pageSize }, { method: 'GET', signal }),
    initialPageParam: null as string | null,
    getNextPageParam: (page) => (page.length === pageSize ? page.at(-1)?.id : undefined),
    enabled: userId !== null,
    staleTime: 0,
  })

export async function readKept(path: string, width: number | null): Promise<Blob> {
  const options = width === null ? {} : { transform: { width, quality: 75 } }
  const { data, error } = await (await supabase()).storage.from(bucket).download(path, options)
  if (error) throw error
  return data
}

/** Its bytes, so many device pixels wide, or as they are. */
export const keptFile = (path: string, width: number | null) =>
  queryOptions({
    queryKey: ['kept-file', path, width],
    queryFn: () => readKept(path, width),
    staleTime: Infinity,
    gcTime: 60_000,
    retry: 1,
  })
