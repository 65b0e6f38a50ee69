import { queryOptions } from '@tanstack/react-query'

import { restGet } from '#data/rest.ts'
import type { StoredImage } from '#entities/image/image-source.ts'

export interface WallPicture {
  id: string
  image_url: string
  width: number
  height: number
  thumbhash: string | null
}

export function toStoredImage({ image_url: url, width, height, thumbhash }: WallPicture): StoredImage {
  return { url, width, height, thumbhash }
}

const pictures = 16

export const wallQuery = queryOptions({
  queryKey: ['sign-in', 'wall'],
  staleTime: Infinity,
  queryFn: ({ signal }) =>
    restGet<WallPicture>('feed_posts', {
      params: {
        select: 'id,image_url,width,height,thumbhash',
        visibility: 'eq.public',
        order: 'created_at.desc,id.desc',
        limit: pictures,
      },
      signal,
    }),
})
