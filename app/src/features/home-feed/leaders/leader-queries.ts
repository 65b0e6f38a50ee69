import { queryOptions } from '@tanstack/react-query'

import type { Selected } from '#data/question.ts'
import { read } from '#data/wire.ts'

const columns =
  'rank,people,user_id,person:profiles!inner(id,username,display_name,avatar_url,is_private),post:feed_posts(id,image_url,width,height,thumbhash,alt_text)' as const

export type Leader = Selected<'leaders', typeof columns>

/** The Monday of this week or of the one before, as the server counts weeks. */
export function mondayOf(week: 'now' | 'last', today: Date = new Date()): string {
  const since = (today.getUTCDay() + 6) % 7
  const days = week === 'now' ? since : since + 7
  return new Date(today.getTime() - days * 86_400_000).toISOString().slice(0, 10)
}

export const leaderQueries = {
  /** The hashtags that have a list of their own, most people first. */
  themes: (week: string) =>
    queryOptions({
      queryKey: ['leaders', week, 'themes'],
      queryFn: async ({ signal }) => {
        const firsts = await read('leaders', 'theme,people', { week: `eq.${week}`, rank: 'eq.1' }, signal)
        const themes = firsts.toSorted((one, other) => other.people - one.people).map(({ theme }) => theme)
        return [...new Set(themes)].filter((theme) => theme !== '')
      },
    }),
  list: (week: string, theme: string, userId: string | null) =>
    queryOptions({
      queryKey: ['leaders', week, 'list', theme, userId],
      queryFn: ({ signal }) =>
        read(
          'leaders',
          columns,
          { week: `eq.${week}`, theme: `eq.${theme}`, order: 'rank.asc,user_id.asc', limit: 50 },
          signal,
        ),
    }),
}
