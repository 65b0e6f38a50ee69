/** The lines of people, and of how they stand to each other. */
import { addPerson, awa, kossi } from '../support/product-database.ts'
import { asOwner } from '../support/product-rest.ts'
import { nothing, ownedOnly, reading, type Line } from './rights-line.ts'

export const rightsOfPeople: Readonly<Record<string, Line>> = {
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
      'chosen_name',
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
      'contrast',
      'data_budget_mb',
      'data_day_budget_mb',
      'data_saver',
      'default_comments_policy',
      'default_prompt_visible',
      'default_remix_allowed',
      'digest_minute',
      'feed_rules',
      'hide_counts',
      'in_leaders',
      'language',
      'low_balance_at',
      'max_rating',
      'motion',
      'noindex',
      'quiet_hours',
      'read_languages',
      'read_receipts',
      'shortcuts',
      'show_follow_lists',
      'show_likers',
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
  data_exports: {
    row: async (database) => {
      const made = 'insert into public.data_exports (user_id) values ($1) returning id as value'
      return `id=eq.${await asOwner(database, made, [kossi])}`
    },
    insert: async () => ({ user_id: kossi }),
    update: { status: 'ready' },
    ...ownedOnly,
    insertable: [],
    updatable: [],
  },
}
