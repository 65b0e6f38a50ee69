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
