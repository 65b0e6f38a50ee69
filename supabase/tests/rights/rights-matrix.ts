/** Who may do what with whose rows: every table that clients can name has its line here, or a test fails. */
import type { TestDatabase } from '../../../tests/support/test-database.ts'
import { awa, kossi, makeCreation, publish } from '../support/product-database.ts'
import { asOwner } from '../support/product-rest.ts'
import { nothing, reading, type Line } from './rights-line.ts'
import { rightsOfFeed } from './rights-of-feed.ts'
import { rightsOfMaking } from './rights-of-making.ts'
import { rightsOfMessages } from './rights-of-messages.ts'
import { rightsOfMoney } from './rights-of-money.ts'
import { rightsOfNotices } from './rights-of-notices.ts'
import { rightsOfPeople } from './rights-of-people.ts'
import { rightsOfPosts } from './rights-of-posts.ts'
import { rightsOfSafety } from './rights-of-safety.ts'

const image = (path: string) => `http://localhost:3000/storage/v1/object/public/generated-images/${path}`

async function privatePost(database: TestDatabase): Promise<string> {
  await makeCreation(database, kossi)
  return publish(database, kossi, { visibility: 'private' })
}

async function publicPostOfAwa(database: TestDatabase): Promise<string> {
  await makeCreation(database, awa)
  return publish(database, awa)
}

export const rightsMatrix: Readonly<Record<string, Line>> = {
  ...rightsOfPeople,
  ...rightsOfFeed,
  ...rightsOfMaking,
  ...rightsOfMessages,
  ...rightsOfMoney,
  ...rightsOfNotices,
  ...rightsOfPosts,
  ...rightsOfSafety,
  feed_posts: {
    row: async (database) => `id=eq.${await privatePost(database)}`,
    insert: async () => ({ creator_id: kossi, prompt: 'une pirogue', image_url: image(`${kossi}/picture.webp`) }),
    update: { title: 'changed' },
    visitor: { ...nothing, select: 'hidden' },
    other: { select: 'hidden', insert: 'denied', update: 'hidden', delete: 'denied' },
    owner: { select: 'seen', insert: 'done', update: 'done', delete: 'denied' },
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
      'rating',
      'remix_allowed',
      'title',
      'visibility',
    ],
    updatable: [
      'alt_text',
      'comments_policy',
      'description',
      'hashtags',
      'lang',
      'license',
      'prompt_on_request',
      'prompt_visible',
      'rating',
      'remix_allowed',
      'title',
      'visibility',
    ],
  },
  post_likes: {
    row: async (database) => {
      const post = await publicPostOfAwa(database)
      await asOwner(database, 'insert into public.post_likes (post_id, user_id) values ($1, $2)', [post, kossi])
      return `post_id=eq.${post}&user_id=eq.${kossi}`
    },
    insert: async (database) => ({ post_id: await publicPostOfAwa(database), user_id: kossi }),
    update: { created_at: '2020-01-01' },
    visitor: nothing,
    other: { select: 'hidden', insert: 'denied', update: 'denied', delete: 'hidden' },
    owner: { select: 'seen', insert: 'done', update: 'denied', delete: 'done' },
    insertable: ['post_id', 'user_id'],
    updatable: [],
  },
  price_book: {
    row: async () => 'sku=eq.generation',
    insert: async () => ({ sku: 'free', credits: 0 }),
    update: { credits: 0 },
    visitor: reading,
    other: reading,
    owner: reading,
    insertable: [],
    updatable: [],
  },
}
