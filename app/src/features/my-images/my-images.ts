/** One's own pictures as `my_images` sends them, and what narrows them. */
import type { GenerationMode } from '@product/contract'

import type { Answer, Arguments } from '#data/question.ts'
import type { StoredImage } from '#entities/image/image-source.ts'

export interface MyImage extends StoredImage {
  id: string
  generationId: string
  seed: number | null
  /** 1 to 5. */
  stars: number | null
  createdAt: string
  prompt: string
  mode: GenerationMode
  engine: string
  /** The publication that shows it. */
  postId: string | null
  folderId: string | null
}

export const formats = ['square', 'portrait', 'landscape'] as const
export type Format = (typeof formats)[number]

/** `null` narrows nothing. */
export interface ImageFilter {
  search: string
  mode: GenerationMode | null
  format: Format | null
  /** Days, as a date field writes them, both included. */
  from: string
  until: string
  isPublished: boolean | null
  minStars: number | null
  engine: string | null
  folder: string | null
}

export const noFilter: ImageFilter = {
  search: '',
  mode: null,
  format: null,
  from: '',
  until: '',
  isPublished: null,
  minStars: null,
  engine: null,
  folder: null,
}

/** How many narrow the list, the search and the folder aside: these are in sight. */
export function countFilters(filter: ImageFilter): number {
  return Object.values({ ...filter, search: null, folder: null }).filter((value) => value !== null && value !== '')
    .length
}

export const pageSize = 60

export function pageArguments(filter: ImageFilter, before: string | null): Arguments<'my_images'> {
  const { search, mode, format, from, until, isPublished, minStars, engine, folder } = filter
  return {
    search: search.trim() || null,
    mode,
    format,
    engine: engine || null,
    made_from: (from && startOf(from, 0)) || null,
    made_before: (until && startOf(until, 1)) || null,
    is_published: isPublished,
    min_stars: minStars,
    folder,
    before,
    page_size: pageSize,
  }
}

/** Midnight here, so many days later. */
function startOf(day: string, later: number): string {
  const date = new Date(`${day}T00:00`)
  if (Number.isNaN(date.getTime())) return ''
  date.setDate(date.getDate() + later)
  return date.toISOString()
}

type MyImageRow = Answer<'my_images'>[number]

export function toMyImage(row: MyImageRow): MyImage {
  const { generation_id: generationId, created_at: createdAt, post_id: postId, folder_id: folderId, ...same } = row
  return { ...same, generationId, createdAt, postId, folderId }
}
