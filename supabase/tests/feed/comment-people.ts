/** People who comment on each other's publications, through the official client. */
import { rowsOf } from '../../../tests/support/test-database.ts'
import { openLineage, type Lineage } from '../support/lineage-people.ts'
import { asOwner } from '../support/product-rest.ts'

export interface CommentEntry {
  readonly id: string
  readonly parent_id: string | null
  readonly author_id: string | null
  readonly display_name: string | null
  readonly body: string
  readonly likes_count: number
  readonly replies_count: number
  readonly is_liked: boolean
  readonly pinned_at: string | null
  readonly hidden_at: string | null
  readonly edited_at: string | null
  readonly deleted_at: string | null
  readonly created_at: string
  readonly cursor: string
}

export interface Refusal {
  readonly status: number
  readonly hint: string | undefined
  readonly details: string | null
}

export interface Commenting extends Lineage {
  /** The comment's id, or the refusal. */
  write(person: string, post: string, body: string, above?: string | null): Promise<string | Refusal>
  /** The same, where nothing may go wrong. */
  comment(person: string, post: string, body: string, above?: string | null): Promise<string>
  /** null when it was done. */
  call(person: string, name: string, params: object): Promise<Refusal | null>
  page(person: string, post: string, options?: object): Promise<CommentEntry[]>
  replies(person: string, comment: string, options?: object): Promise<CommentEntry[]>
  /** What was written before is so long ago that nobody is told to slow down. */
  calm(): Promise<void>
  /** The cached counts of a publication beside what they stand for. */
  counts(post: string): Promise<{ cached: number; counted: number; wrong: number }>
}

const countsQuery = `
  select p.comments_count as cached,
    (select count(*)::int from public.post_comments c left join public.post_comments top on top.id = c.parent_id
     where c.post_id = p.id and c.deleted_at is null and c.hidden_at is null and top.hidden_at is null) as counted,
    (select count(*)::int from public.post_comments c where c.post_id = p.id and (c.replies_count, c.likes_count) <> (
       (select count(*) from public.post_comments r where r.parent_id = c.id and r.deleted_at is null and r.hidden_at is null),
       (select count(*) from public.comment_likes l where l.comment_id = c.id))) as wrong
  from public.feed_posts p where p.id = $1`

export async function openCommenting(): Promise<Commenting> {
  const people = await openLineage()
  const list = async (person: string, name: string, params: object) => {
    const { data, error } = await (await people.client(person)).rpc(name, params)
    if (error) throw Object.assign(new Error(error.message), { hint: error.hint })
    return data as CommentEntry[]
  }
  const write: Commenting['write'] = async (person, post, body, above = null) => {
    const row = { post_id: post, parent_id: above, body }
    const client = await people.client(person)
    const { data, error, status } = await client.from('post_comments').insert(row).select('id').single<{ id: string }>()
    return error === null ? data.id : { status, hint: error.hint ?? undefined, details: error.details }
  }
  return {
    ...people,
    write,
    async comment(person, post, body, above) {
      const id = await write(person, post, body, above)
      if (typeof id !== 'string') throw new Error(`the comment was refused: ${JSON.stringify(id)}`)
      return id
    },
    async call(person, name, params) {
      const { error, status } = await (await people.client(person)).rpc(name, params)
      return error && { status, hint: error.hint ?? undefined, details: error.details }
    },
    page: (person, post, options = {}) => list(person, 'comments_page', { post_id: post, ...options }),
    replies: (person, comment, options = {}) => list(person, 'replies_page', { comment_id: comment, ...options }),
    async calm() {
      const later = `update public.post_comments set created_at = created_at - interval '2 hours'`
      await asOwner(people.database, later)
    },
    async counts(post) {
      const [row] = await rowsOf<{ cached: number; counted: number; wrong: number }>(people.database, countsQuery, [
        post,
      ])
      if (!row) throw new Error('there is no such publication')
      return row
    },
  }
}
