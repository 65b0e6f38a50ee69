import type { TestDatabase } from '../../tests/support/test-database.ts'
/** Who may do what with whose rows: every table that clients can name has its line here, or a test fails. */
import { addPerson, awa, kossi, makeCreation, publish } from './product-database.ts'
import { asOwner } from './product-rest.ts'

/**
 * `seen` and `done`: the row is there, the change is made. `hidden`: as if the row were not there.
 * `denied`: the role lacks the right, 42501. `fixed`: a view through which nothing can be written at all, 55000.
 */
type Outcome = 'seen' | 'done' | 'hidden' | 'denied' | 'fixed'

export interface Rights {
  readonly select: Outcome
  readonly insert: Outcome
  readonly update: Outcome
  readonly delete: Outcome
}

export interface Line {
  /** Makes a row of Kossi's and answers the filter that finds it. */
  readonly row: (database: TestDatabase) => Promise<string>
  /** A row in Kossi's name that could be inserted beside it. */
  readonly insert: (database: TestDatabase) => Promise<Record<string, unknown>>
  readonly update: Record<string, unknown>
  readonly visitor: Rights
  /** Somebody else who is signed in. */
  readonly other: Rights
  readonly owner: Rights
  /** Who follows Kossi, whom he blocks, and the staff have the rights of anybody else where nothing is said. */
  readonly follower?: Rights
  readonly blocked?: Rights
  readonly staff?: Rights
  /** What signed-in people may write, column by column: nothing else, counters and dates least of all. */
  readonly insertable: readonly string[]
  readonly updatable: readonly string[]
}

const nothing: Rights = { select: 'denied', insert: 'denied', update: 'denied', delete: 'denied' }
const reading: Rights = { ...nothing, select: 'seen' }
const unwritable = { insert: 'fixed', update: 'fixed', delete: 'fixed' } as const

const image = (path: string) => `http://localhost:3000/storage/v1/object/public/generated-images/${path}`

async function privatePost(database: TestDatabase): Promise<string> {
  await makeCreation(database, kossi)
  return publish(database, kossi, { visibility: 'private' })
}

async function publicPostOfAwa(database: TestDatabase): Promise<string> {
  await makeCreation(database, awa)
  return publish(database, awa)
}

const transferOf = (database: TestDatabase, person: string) =>
  asOwner(database, 'select id as value from ledger.transfers where idem_key = $1', [`bonus:${person}:welcome`])

const workflow = (visibility: string) => (database: TestDatabase) =>
  asOwner(
    database,
    `with made as (
       insert into public.workflows (owner_id, title, visibility) values ($1, 'x', $2) returning id
     ), version as (
       insert into public.workflow_versions (workflow_id, version, steps) select id, 1, '[]' from made
     )
     select id as value from made`,
    [kossi, visibility],
  )

const workflowRun = async (database: TestDatabase) =>
  asOwner(
    database,
    `with made as (
       insert into public.workflow_runs (workflow_id, version, user_id, idempotency_key, title, steps, cost_quoted)
       values ($1, 1, $2, gen_random_uuid(), 'x', '[]', 0) returning id
     ), step as (
       insert into public.workflow_run_steps (run_id, step_index, kind, title) select id, 0, 'enhance', 'x' from made
     )
     select id as value from made`,
    [await workflow('public')(database), kossi],
  )

const ownedOnly = { visitor: nothing, other: { ...nothing, select: 'hidden' }, owner: reading } as const

export const rightsMatrix: Readonly<Record<string, Line>> = {
  profiles: {
    row: async () => `id=eq.${kossi}`,
    insert: async () => ({ id: kossi, display_name: 'Kossi' }),
    update: { bio: 'changed' },
    visitor: reading,
    other: { ...reading, update: 'hidden' },
    blocked: { ...reading, select: 'hidden', update: 'hidden' },
    owner: { ...reading, update: 'done' },
    insertable: [],
    updatable: [
      'avatar_url',
      'banner_url',
      'bio',
      'country',
      'first_name',
      'is_private',
      'last_name',
      'links',
      'locale',
      'username',
    ],
  },
  profile_counters: {
    row: async () => `user_id=eq.${kossi}`,
    insert: async () => ({ user_id: kossi }),
    update: { followers_count: 99 },
    visitor: reading,
    other: reading,
    owner: reading,
    insertable: [],
    updatable: [],
  },
  profile_settings: {
    row: async () => `user_id=eq.${kossi}`,
    insert: async () => ({ user_id: kossi }),
    update: { max_rating: 3 },
    visitor: nothing,
    other: { ...nothing, select: 'hidden', update: 'hidden' },
    owner: { ...reading, update: 'done' },
    insertable: [],
    updatable: [
      'ai_training',
      'daily_spend_limit',
      'data_budget_mb',
      'data_saver',
      'default_prompt_visible',
      'default_remix_allowed',
      'feed_rules',
      'hide_counts',
      'language',
      'max_rating',
      'motion',
      'noindex',
      'quiet_hours',
      'read_receipts',
      'shortcuts',
      'show_follow_lists',
      'text_size',
      'theme',
      'time_zone',
      'typing_indicators',
      'who_can_mention',
      'who_can_message',
    ],
  },
  follows: {
    row: async (database) => {
      const abla = await addPerson(database, 'abla')
      await asOwner(database, 'insert into public.follows (follower_id, followee_id) values ($1, $2)', [kossi, abla])
      return `follower_id=eq.${kossi}&followee_id=eq.${abla}`
    },
    insert: async () => ({ follower_id: kossi, followee_id: awa }),
    update: { notify: true },
    visitor: nothing,
    other: { select: 'hidden', insert: 'denied', update: 'hidden', delete: 'hidden' },
    owner: { select: 'seen', insert: 'done', update: 'done', delete: 'done' },
    insertable: ['followee_id', 'follower_id', 'notify'],
    updatable: ['notify'],
  },
  blocks: {
    row: async (database) => {
      await asOwner(database, 'insert into public.blocks (blocker_id, blocked_id) values ($1, $2)', [kossi, awa])
      return `blocker_id=eq.${kossi}&blocked_id=eq.${awa}`
    },
    insert: async (database) => ({ blocker_id: kossi, blocked_id: await addPerson(database, 'abla') }),
    update: { created_at: '2020-01-01' },
    visitor: nothing,
    other: { select: 'hidden', insert: 'denied', update: 'denied', delete: 'hidden' },
    owner: { select: 'seen', insert: 'done', update: 'denied', delete: 'done' },
    insertable: ['blocked_id', 'blocker_id'],
    updatable: [],
  },
  mutes: {
    row: async (database) => {
      const mute = `insert into public.mutes (user_id, kind, target) values ($1, 'word', 'pluie') returning id as value`
      return `id=eq.${await asOwner(database, mute, [kossi])}`
    },
    insert: async () => ({ user_id: kossi, kind: 'hashtag', target: '#Été' }),
    update: { expires_at: '2030-01-01' },
    visitor: nothing,
    other: { select: 'hidden', insert: 'denied', update: 'hidden', delete: 'hidden' },
    owner: { select: 'seen', insert: 'done', update: 'done', delete: 'done' },
    insertable: ['expires_at', 'kind', 'scope', 'target', 'user_id'],
    updatable: ['expires_at', 'kind', 'scope', 'target'],
  },
  hashtag_follows: {
    row: async (database) => {
      await asOwner(database, `insert into public.hashtag_follows (user_id, tag) values ($1, 'ete')`, [kossi])
      return `user_id=eq.${kossi}&tag=eq.ete`
    },
    insert: async () => ({ user_id: kossi, tag: '#Ouidah' }),
    update: { created_at: '2020-01-01' },
    visitor: nothing,
    other: { select: 'hidden', insert: 'denied', update: 'denied', delete: 'hidden' },
    owner: { select: 'seen', insert: 'done', update: 'denied', delete: 'done' },
    insertable: ['tag', 'user_id'],
    updatable: [],
  },
  generations: {
    row: async (database) => {
      await makeCreation(database, kossi)
      return `user_id=eq.${kossi}`
    },
    insert: async () => ({ user_id: kossi, prompt: 'x', engine: 'builtin' }),
    update: { status: 'succeeded' },
    visitor: nothing,
    other: { ...nothing, select: 'hidden' },
    owner: reading,
    insertable: [],
    updatable: [],
  },
  generation_references: {
    row: async (database) => {
      await makeCreation(database, kossi)
      const reference = `insert into public.generation_references (generation_id, position, bucket, path)
        select id, 1, 'temp-uploads', 'x' from public.generations where user_id = $1 returning generation_id as value`
      return `generation_id=eq.${await asOwner(database, reference, [kossi])}`
    },
    insert: async (database) => ({
      generation_id: await asOwner(database, 'select id as value from public.generations limit 1'),
      position: 2,
      bucket: 'temp-uploads',
      path: 'x',
    }),
    update: { used: true },
    visitor: nothing,
    other: { ...nothing, select: 'hidden' },
    owner: reading,
    insertable: [],
    updatable: [],
  },
  generation_images: {
    row: async (database) => {
      await makeCreation(database, kossi)
      return `user_id=eq.${kossi}`
    },
    insert: async (database) => ({
      generation_id: await asOwner(database, 'select id as value from public.generations limit 1'),
      user_id: kossi,
      position: 2,
      bucket: 'generated-images',
      path: 'x',
      url: image('x'),
      width: 1,
      height: 1,
      bytes: 1,
      thumbhash: 'x',
    }),
    update: { url: image('y') },
    visitor: nothing,
    other: { ...nothing, select: 'hidden' },
    owner: reading,
    insertable: [],
    updatable: ['stars'],
  },
  feed_posts: {
    row: async (database) => `id=eq.${await privatePost(database)}`,
    insert: async () => ({ creator_id: kossi, prompt: 'une pirogue', image_url: image(`${kossi}/picture.webp`) }),
    update: { title: 'changed' },
    visitor: { ...nothing, select: 'hidden' },
    other: { select: 'hidden', insert: 'denied', update: 'hidden', delete: 'hidden' },
    owner: { select: 'seen', insert: 'done', update: 'done', delete: 'done' },
    insertable: [
      'alt_text',
      'creator_id',
      'description',
      'hashtags',
      'id',
      'image_url',
      'metadata',
      'prompt',
      'prompt_visible',
      'remix_allowed',
      'title',
      'visibility',
    ],
    updatable: ['alt_text', 'description', 'hashtags', 'prompt_visible', 'remix_allowed', 'title', 'visibility'],
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
  my_balance: {
    row: async () => 'available=eq.5',
    insert: async () => ({ promo: 1 }),
    update: { promo: 100 },
    visitor: { select: 'denied', ...unwritable },
    other: { select: 'seen', ...unwritable },
    owner: { select: 'seen', ...unwritable },
    insertable: [],
    updatable: [],
  },
  credit_statement: {
    row: async (database) => `id=eq.${await transferOf(database, kossi)}`,
    insert: async () => ({ amount: 1 }),
    update: { amount: 100 },
    visitor: { select: 'denied', ...unwritable },
    other: { select: 'hidden', ...unwritable },
    owner: { select: 'seen', ...unwritable },
    insertable: [],
    updatable: [],
  },
  my_holds: {
    row: async (database) => {
      const hold = `select id as value from ledger.hold(gen_random_uuid(), $1::uuid, 1, 'generation', 'one')`
      return `id=eq.${await asOwner(database, hold, [kossi])}`
    },
    insert: async () => ({ amount: 1 }),
    update: { amount: 100 },
    visitor: nothing,
    other: { ...nothing, select: 'hidden' },
    owner: reading,
    insertable: [],
    updatable: [],
  },
  workflows: {
    row: async (database) => `id=eq.${await workflow('private')(database)}`,
    insert: async () => ({ owner_id: kossi, title: 'x' }),
    update: { title: 'changed' },
    visitor: nothing,
    other: { ...nothing, select: 'hidden', delete: 'hidden' },
    owner: { ...reading, delete: 'done' },
    insertable: [],
    updatable: [],
  },
  workflow_versions: {
    row: async (database) => `workflow_id=eq.${await workflow('unlisted')(database)}`,
    insert: async (database) => ({ workflow_id: await workflow('private')(database), version: 2, steps: [] }),
    update: { steps: [] },
    ...ownedOnly,
    insertable: [],
    updatable: [],
  },
  workflow_runs: {
    row: async (database) => `id=eq.${await workflowRun(database)}`,
    insert: async (database) => ({
      workflow_id: await workflow('public')(database),
      version: 1,
      user_id: kossi,
      idempotency_key: 'x',
      title: 'x',
      steps: [],
      cost_quoted: 0,
    }),
    update: { status: 'succeeded' },
    ...ownedOnly,
    insertable: [],
    updatable: [],
  },
  workflow_run_steps: {
    row: async (database) => `run_id=eq.${await workflowRun(database)}`,
    insert: async (database) => ({ run_id: await workflowRun(database), step_index: 1, kind: 'enhance', title: 'x' }),
    update: { output: {} },
    ...ownedOnly,
    insertable: [],
    updatable: [],
  },
}
