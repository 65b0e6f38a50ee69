/** The lines of what people are told, and by which ways. */
import { kossi } from '../support/product-database.ts'
import { asOwner } from '../support/product-rest.ts'
import { nothing, ownedOnly, reading, type Line } from './rights-line.ts'

const keys = { p256dh: 'B'.repeat(87), auth: 'a'.repeat(22) }

export const rightsOfNotices: Readonly<Record<string, Line>> = {
  notifications: {
    row: async (database) =>
      `id=eq.${await asOwner(
        database,
        `insert into public.notifications (user_id, type, group_key) values ($1, 'system', 'system:x') returning id as value`,
        [kossi],
      )}`,
    insert: async () => ({ user_id: kossi, type: 'system', group_key: 'system:y', title: 'x' }),
    update: { read_at: '2026-01-01' },
    visitor: nothing,
    other: { ...nothing, select: 'hidden', update: 'hidden' },
    owner: { ...reading, update: 'done' },
    insertable: [],
    updatable: ['read_at', 'seen_at'],
  },
  notification_preferences: {
    row: async (database) => {
      const add = `insert into public.notification_preferences (user_id, type, push) values ($1, 'like', false)`
      await asOwner(database, add, [kossi])
      return `user_id=eq.${kossi}&type=eq.like`
    },
    insert: async () => ({ user_id: kossi, type: 'comment' }),
    update: { email: true },
    visitor: nothing,
    other: { select: 'hidden', insert: 'denied', update: 'hidden', delete: 'hidden' },
    owner: { select: 'seen', insert: 'done', update: 'done', delete: 'done' },
    insertable: ['about_user', 'email', 'in_app', 'push', 'type', 'user_id'],
    updatable: ['email', 'in_app', 'push'],
  },
  push_subscriptions: {
    row: async (database) =>
      `id=eq.${await asOwner(
        database,
        `insert into public.push_subscriptions (user_id, endpoint, p256dh, auth)
         values ($1, 'https://push.example/x', $2, $3) returning id as value`,
        [kossi, keys.p256dh, keys.auth],
      )}`,
    insert: async () => ({ user_id: kossi, endpoint: 'https://push.example/y', ...keys }),
    update: { failures: 0 },
    ...ownedOnly,
    other: { ...nothing, select: 'hidden', delete: 'hidden' },
    owner: { ...reading, delete: 'done' },
    insertable: [],
    updatable: [],
  },
  saved_searches: {
    row: async (database) =>
      `id=eq.${await asOwner(
        database,
        `insert into public.saved_searches (user_id, typed, form) values ($1, 'Baobab', 'baobab')
         on conflict (user_id, typed) do update set form = excluded.form returning id as value`,
        [kossi],
      )}`,
    insert: async () => ({ user_id: kossi, typed: 'x', form: 'x' }),
    update: { new_count: 0 },
    visitor: nothing,
    other: { ...nothing, select: 'hidden', update: 'hidden', delete: 'hidden' },
    owner: { ...reading, update: 'done', delete: 'done' },
    insertable: [],
    updatable: ['new_count'],
  },
}
