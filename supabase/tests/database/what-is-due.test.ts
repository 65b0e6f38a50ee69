/** A worker is called where what it looks for is there (app.has_due_…), and not for what others have or what comes later. */
import { systemSession } from '@platform/database'
import { afterAll, beforeAll, expect, test } from 'vitest'

import { rowsOf, type TestDatabase } from '../../../tests/support/test-database.ts'
import { awa, productDatabase } from '../support/product-database.ts'

let product: TestDatabase
beforeAll(async () => {
  product = await productDatabase()
})
afterAll(() => product[Symbol.asyncDispose]())

/** As the owner, and only so far as the rows themselves: nothing that they name has to be there. */
const run = (text: string) =>
  product.databases.system.write(systemSession, async (tx) => {
    await tx.execute('set local session_replication_role = replica')
    await tx.query(text)
  })

async function due(): Promise<string[]> {
  const kinds = ['making', 'workflows', 'posts', 'likes', 'messages', 'pushes', 'payments', 'commissions']
  const text = kinds.map((kind) => `select '${kind}' as kind where app.has_due_${kind}()`).join(' union all ')
  return (await rowsOf<{ kind: string }>(product, text)).map(({ kind }) => kind)
}

const [past, later] = [`clock_timestamp() - interval '1 second'`, `clock_timestamp() + interval '1 hour'`]
const id = 'gen_random_uuid()'
const message = (expiresAt: string) => `insert into public.encrypted_messages
  (id, conversation_id, sender_id, encrypted_content, iv, expires_at) values (${id}, ${id}, '${awa}', '', 'deleted', ${expiresAt})`
const meaning = (lexicon: number) =>
  `insert into app.post_meanings (post_id, created_at, lexicon) values (${id}, now(), ${lexicon})`
const offer = (until: string) => `insert into billing.waitlist (service_id, client_id, state, offered_until)
  values (${id}, ${id}, 'offered', ${until})`

const order = (dueAt: string) => `insert into billing.commissions
  (id, service_id, client_id, creator_id, title, mode, brief, is_anonymous, hide_work, licence, ai_share, revisions_sketch,
  revisions_final, due_at) values (${id}, ${id}, ${id}, ${id}, 'x', 'proposal', repeat('x', 20), false, false, 'perso', 'mixed',
  0, 0, ${dueAt})`
const file = (state: string) => `with o as (${order('null')} returning id)
  insert into billing.commission_files (commission_id, step, side, kind, name, type, bytes, sha256, path, state)
  select id, 1, 'creator', 'final', 'x', 'image/png', 1, sha256('x'), '${state}', '${state}' from o`
const job = (columns: string, values: string) => `insert into app.generation_jobs
  (generation_id, user_id, unit_price, ${columns}) values (${id}, '${awa}', 1, ${values})`
const noJob = 'delete from app.generation_jobs'

test('where nothing has happened, nobody is called', async () => {
  expect(await due()).toEqual([])
})

test.each([
  [
    'likes',
    'that wait',
    `insert into app.likes_to_fold (post_id, user_id, liked_at, change) values (${id}, ${id}, now(), 1)`,
    'select public.fold_likes()',
  ],
  [
    'posts',
    'whose counts have changed',
    `insert into app.counts_to_tell (post_id) values (${id})`,
    'select public.tell_counts()',
  ],
  [
    'posts',
    'that are new',
    `insert into app.fresh_posts values (${id}, ${id}, now())`,
    'select public.tell_fresh_posts(0)',
  ],
  ['posts', 'whose words nobody has read', meaning(0), 'update app.post_meanings set lexicon = 3'],
  [
    'posts',
    'that an older lexicon has read',
    `${meaning(3)}, (${id}, now(), 4)`,
    'update app.post_meanings set lexicon = 4',
  ],
  [
    'messages',
    'of which nobody has been told',
    `insert into app.message_notices (message_id) values (${id})`,
    'delete from app.message_notices',
  ],
  ['messages', 'whose time is over', message(past), 'select public.expire_messages(10)'],
  [
    'pushes',
    'that are to be sent',
    `insert into app.push_jobs (notification_id, due_at) values (${id}, ${past})`,
    `select public.claim_pushes(${id}, 60, 10)`,
  ],
  [
    'pushes',
    'whose worker fell silent',
    `insert into app.push_jobs (notification_id, lease_until) values (${id}, ${past})`,
    `select public.claim_pushes(${id}, 60, 10)`,
  ],
  [
    'workflows',
    'with a step to do',
    `insert into app.workflow_leases (run_id, due_at) values (${id}, ${past})`,
    'update app.workflow_leases set due_at = null',
  ],
  [
    'making',
    'with a picture to look at',
    `insert into app.picture_likeness (image_id) values (${id})`,
    'update app.picture_likeness set tries = 5',
  ],
  ['making', 'that waits', job('state', `'waiting'`), noJob],
  ['making', 'that was tried too often', job('state, lease_until, attempts', `'leased', ${past}, 3`), noJob],
  ['making', 'whose hold is over', job('run_after, hold_until', `${later}, ${past}`), noJob],
  [
    'making',
    'with a hold whose job is gone',
    `insert into ledger.holds (id, owner, amount, from_promo, from_paid, ref_type, ref_id, expires_at)
      values (${id}, 'user:none', 1, 1, 0, 'x', 'x', ${past})`,
    'delete from ledger.holds',
  ],
  [
    'making',
    'with a picture thrown away',
    `insert into public.generation_images
      (generation_id, user_id, position, bucket, path, url, width, height, bytes, thumbhash, deleted_at)
      values (${id}, '${awa}', 1, 'b', 'p', 'u', 1, 1, 1, 'x', now() - interval '26 hours')`,
    'select public.forget_images(array(select id from public.generation_images))',
  ],
  [
    'workflows',
    'whose time has come',
    `insert into public.workflow_schedules (workflow_id, user_id, every, starts_at, time_zone, next_at)
      values (${id}, '${awa}', 'day', now(), 'UTC', ${past})`,
    'update public.workflow_schedules set next_at = null',
  ],
  [
    'posts',
    'that were planned',
    `insert into public.scheduled_posts (creator_id, publish_at, prompt, image_url) values ('${awa}', ${past}, 'x', 'x')`,
    'delete from public.scheduled_posts',
  ],
  [
    'posts',
    'whose picture moves',
    `insert into app.picture_moves (image_id, bucket, old_path, new_path, moved_at) values (${id}, 'b', 'o', 'n', now())`,
    'select public.forget_picture_moves(array(select id from app.picture_moves))',
  ],
  [
    'messages',
    'that vanished long ago',
    `insert into app.vanished_messages (id, conversation_id, sender_id, created_at, vanished_at)
      values (${id}, ${id}, '${awa}', now(), now() - interval '91 days')`,
    'select public.expire_messages(10)',
  ],
  [
    'payments',
    'that the sandbox tells of',
    `insert into sandbox.deliveries (transaction_id, event_id, type, due_at) values (1, 'e', 't', ${past})`,
    'select public.claim_sandbox_deliveries(10)',
  ],
  [
    'payments',
    'of which nobody has told',
    `insert into billing.attempts (payment_id, provider, method, lease_until, poll_at)
      values (${id}, 'sandbox', 'card', null, ${past})`,
    'select public.claim_payment_attempts(10)',
  ],
  [
    'payments',
    'that go back',
    `insert into billing.refunds (payment_id, amount, credits, way) values (${id}, 1000, 25, 'provider')`,
    'select public.claim_refunds(10)',
  ],
  [
    'payments',
    'to a phone',
    `insert into billing.payouts
      (user_id, operator, msisdn_last4, destination_hash, msisdn_sealed, amount, idempotency_key, run_after)
      values ('${awa}', 'mtn_bj', '0001', 'x', 'x', 2000, '12345678', ${past})`,
    `select public.claim_payouts(10, 'sandbox')`,
  ],
  [
    'payments',
    'for a plan near its end',
    `with j as (insert into billing.jobs (name, run_at) values ('plans', '-infinity') on conflict do nothing)
      insert into billing.subscriptions (user_id, sku, price_id, state, anchor, period_end)
      values ('${awa}', 'x', ${id}, 'active', now(), now() + interval '2 days')`,
    'delete from billing.subscriptions',
  ],
  ['commissions', 'whose time has come', order(past), 'update billing.commissions set due_at = null'],
  ['commissions', 'that want a preview', file('making_preview'), 'select public.claim_previews(10)'],
  [
    'commissions',
    'with a file taken back',
    file('gone'),
    'select public.forget_commission_files(array(select id from billing.commission_files))',
  ],
  [
    'payments',
    'whose provider has rung',
    `select public.receive_payment_event('fedapay', 'e1', 'transaction.updated', '1', 'eA==')`,
    'select public.claim_payment_events(10)',
  ],
  [
    'payments',
    'that are told by mail',
    `insert into billing.letters (user_id, what) values ('${awa}', 'receipt')`,
    'select public.claim_payment_letters(10)',
  ],
  ['commissions', 'with an offer that lapses', offer(past), `update billing.waitlist set state = 'lapsed'`],
])('%s %s', async (kind, _, makeDue, work) => {
  await run(makeDue)
  expect(await due()).toEqual([kind])
  await run(work)
  expect(await due()).toEqual([])
})

test('what comes later, or others have in their hands, is nothing to do yet', async () => {
  await run(message(later))
  await run(offer(later))
  await run(`insert into app.push_jobs (notification_id, due_at) values (${id}, ${later})`)
  await run(`insert into app.workflow_leases (run_id, due_at) values (${id}, ${later})`)
  // Plans are looked at where there are some.
  await run(`insert into billing.jobs (name, run_at) values ('plans', '-infinity') on conflict do nothing`)
  expect(await due()).toEqual([])
})
