import { infiniteQueryOptions, keepPreviousData, queryOptions } from '@tanstack/react-query'

import { DataError } from '#data/rest.ts'
import { call } from '#data/wire.ts'
import { readCreations } from '#entities/generation/creation-rows.ts'
import { fromRecord } from '#entities/generation/creation.ts'
import { starsSaved } from '#entities/image/rating/save-stars.ts'

import { pageArguments, pageSize, toMyImage, type ImageFilter } from './my-images.ts'

export const myImageKeys = { lists: ['my-images', 'list'], engines: ['my-images', 'engines'] } as const

export const myImageQueries = {
  /** Newest first; identifiers are in the order of time. */
  list: (userId: string | null, filter: ImageFilter) =>
    infiniteQueryOptions({
      queryKey: [...myImageKeys.lists, userId, filter],
      queryFn: async ({ pageParam, signal }) => {
        await starsSaved()
        return (await call('my_images', pageArguments(filter, pageParam), { method: 'GET', signal })).map(toMyImage)
      },
      initialPageParam: null as string | null,
      getNextPageParam: (page) => (page.length === pageSize ? page.at(-1)?.id : undefined),
      meta: { keep: { owner: userId, kind: 'my-images', most: 4 } },
      enabled: userId !== null,
      // What one has just made is there.
      staleTime: 0,
      placeholderData: keepPreviousData,
    }),
  engines: (userId: string | null) =>
    queryOptions({
      queryKey: [...myImageKeys.engines, userId],
      queryFn: ({ signal }) => call('my_engines', {}, { method: 'GET', signal }),
      enabled: userId !== null,
    }),
  /** All that was ordered with the picture. */
  creation: (generationId: string) =>
    queryOptions({
      queryKey: ['my-images', 'creation', generationId],
      queryFn: async () => {
        const [record] = await readCreations([generationId])
        if (!record) throw new DataError('The creation is not there', { status: 404 })
        return fromRecord(record)
      },
    }),
}
