import { queryOptions } from '@tanstack/react-query'

import { restGet } from '#data/rest.ts'
import { postColumns, toPost, type Post, type PostRow } from '#entities/post/post.ts'
import { profileColumns, type Profile } from '#entities/profile/profile-queries.ts'

export interface Found {
  people: Profile[]
  posts: Post[]
}

const most = { people: 5, posts: 12 }

/** People by their names, username or bio, and public pictures by their words (spec §7). */
export function searchQuery(typed: string) {
  const text = typed.trim()
  return queryOptions({
    queryKey: ['search', text],
    enabled: text !== '',
    queryFn: async ({ signal }): Promise<Found> => {
      const [people, rows] = await Promise.all([
        restGet<Profile>('profiles', {
          params: { select: profileColumns, or: contains(text, profileFields), limit: most.people },
          signal,
        }),
        restGet<PostRow>('feed_posts', {
          params: {
            select: postColumns(false),
            visibility: 'eq.public',
            or: contains(text, postFields),
            order: 'created_at.desc,id.desc',
            limit: most.posts,
          },
          signal,
        }),
      ])
      return { people, posts: rows.map(toPost) }
    },
  })
}

const profileFields = ['first_name', 'last_name', 'username', 'bio']
const postFields = ['prompt', 'description', 'hashtags']

/** `(bio.ilike."*texte*",…)`: the text quoted for rest/v1 and freed of the wildcards of LIKE. */
export function contains(text: string, fields: readonly string[]): string {
  const literal = text.replaceAll('*', '').replaceAll(/[\\%_]/gu, String.raw`\$&`)
  const quoted = `"*${literal.replaceAll(/["\\]/gu, String.raw`\$&`)}*"`
  return `(${fields.map((field) => `${field}.ilike.${quoted}`).join(',')})`
}
