/** Lines of the matrix of rights: what belongs to the page of a publication. */
import type { TestDatabase } from '../../../tests/support/test-database.ts'
import { awa, kossi, makeCreation, publish } from '../support/product-database.ts'
import { asOwner } from '../support/product-rest.ts'
import { nothing, ownedOnly, reading, type Line } from './rights-line.ts'

async function publicPost(database: TestDatabase, person: string): Promise<string> {
  await makeCreation(database, person)
  return publish(database, person)
}

const inAnHour = () => new Date(Date.now() + 3_600_000).toISOString()

const comment = (database: TestDatabase, post: string, author: string) =>
  asOwner(
    database,
    `insert into public.post_comments (post_id, author_id, body) values ($1, $2, 'x') returning id as value`,
    [post, author],
  )

export const rightsOfPosts: Readonly<Record<string, Line>> = {
  post_edits: {
    row: async (database) => {
      const edit = `insert into public.post_edits (post_id, editor_id, before) values ($1, $2, '{"title": null}') returning id as value`
      return `id=eq.${await asOwner(database, edit, [await publicPost(database, kossi), kossi])}`
    },
    insert: async (database) => ({ post_id: await publicPost(database, kossi), before: {} }),
    update: { before: {} },
    visitor: reading,
    other: reading,
    owner: reading,
    blocked: { ...nothing, select: 'hidden' },
    insertable: [],
    updatable: [],
  },
  scheduled_posts: {
    row: async (database) => {
      const plan = `insert into public.scheduled_posts (creator_id, image_url, prompt, publish_at) values ($1, $2, 'x', now() + interval '1 hour') returning id as value`
      return `id=eq.${await asOwner(database, plan, [kossi, await makeCreation(database, kossi)])}`
    },
    insert: async (database) => ({
      creator_id: kossi,
      image_url: await makeCreation(database, kossi),
      prompt: 'x',
      publish_at: inAnHour(),
    }),
    update: { publish_at: inAnHour() },
    visitor: nothing,
    other: { select: 'hidden', insert: 'denied', update: 'hidden', delete: 'hidden' },
    owner: { select: 'seen', insert: 'done', update: 'done', delete: 'done' },
    insertable: [
      'alt_text',
      'comments_policy',
      'creator_id',
      'description',
      'hashtags',
      'id',
      'image_url',
      'lang',
      'license',
      'metadata',
      'more_images',
      'prompt',
      'prompt_on_request',
      'prompt_visible',
      'publish_at',
      'rating',
      'remix_allowed',
      'title',
      'visibility',
    ],
    updatable: ['publish_at'],
  },
  prompt_requests: {
    row: async (database) => {
      const request = 'insert into public.prompt_requests (post_id, user_id) values ($1, $2) returning post_id as value'
      return `post_id=eq.${await asOwner(database, request, [await publicPost(database, awa), kossi])}`
    },
    insert: async (database) => ({ post_id: await publicPost(database, awa), user_id: kossi }),
    update: { is_shown: true, answered_at: inAnHour() },
    visitor: nothing,
    // Awa, whose publication it is.
    other: reading,
    owner: reading,
    follower: { ...nothing, select: 'hidden' },
    blocked: { ...nothing, select: 'hidden' },
    staff: { ...nothing, select: 'hidden' },
    insertable: [],
    updatable: [],
  },
  post_comments: {
    row: async (database) => `id=eq.${await comment(database, await publicPost(database, awa), kossi)}`,
    insert: async (database) => ({ post_id: await publicPost(database, awa), body: 'en mon nom' }),
    update: { body: 'changed' },
    visitor: reading,
    other: { select: 'seen', insert: 'done', update: 'hidden', delete: 'denied' },
    owner: { select: 'seen', insert: 'done', update: 'done', delete: 'denied' },
    blocked: { select: 'hidden', insert: 'done', update: 'hidden', delete: 'denied' },
    insertable: ['body', 'id', 'parent_id', 'post_id'],
    updatable: ['body'],
  },
  comment_likes: {
    row: async (database) => {
      const id = await comment(database, await publicPost(database, awa), awa)
      await asOwner(database, 'insert into public.comment_likes (comment_id, user_id) values ($1, $2)', [id, kossi])
      return `comment_id=eq.${id}&user_id=eq.${kossi}`
    },
    insert: async (database) => ({
      comment_id: await comment(database, await publicPost(database, awa), awa),
      user_id: kossi,
    }),
    update: { created_at: '2020-01-01' },
    visitor: nothing,
    other: { select: 'hidden', insert: 'denied', update: 'denied', delete: 'hidden' },
    owner: { select: 'seen', insert: 'done', update: 'denied', delete: 'done' },
    insertable: ['comment_id', 'user_id'],
    updatable: [],
  },
  mentions: {
    row: async (database) => {
      const mention = `insert into public.mentions (source_type, source_id, user_id) values ('post', $1, $2) returning source_id as value`
      return `source_id=eq.${await asOwner(database, mention, [await publicPost(database, awa), kossi])}`
    },
    insert: async () => ({ source_type: 'post', source_id: crypto.randomUUID(), user_id: kossi }),
    update: { created_at: '2020-01-01' },
    ...ownedOnly,
    insertable: [],
    updatable: [],
  },
}
