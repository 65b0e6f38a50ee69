import type { Question } from '#data/question.ts'
import { ask } from '#data/wire.ts'

import { listPageQuery, type ListPageRequest } from './post-list.ts'

/** Which posts of the list's first page are newer: their ids alone. */
export async function fetchNewerIds(list: Omit<ListPageRequest, 'cursor'>, than: string): Promise<string[]> {
  const { params, ...page } = listPageQuery({ ...list, cursor: null })
  const newer: Question<{ id: string }[]> = { ...page, params: { ...params, select: 'id', created_at: `gt.${than}` } }
  const rows = await ask(newer)
  return rows.map(({ id }) => id)
}
