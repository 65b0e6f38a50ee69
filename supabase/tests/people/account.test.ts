/** Sessions, archives and the end of an account, through the whole product. */
import { createClient, type SupabaseClient } from '@supabase/supabase-js'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'

import { password } from '../../../tests/support/people.ts'
import { filesOfZip } from './account-archive.ts'
import { openAccounts, type Accounts, type Owner } from './account-people.ts'

let accounts: Accounts
beforeAll(async () => {
  accounts = await openAccounts()
})
afterAll(() => accounts[Symbol.asyncDispose]())

const countOf = async (client: SupabaseClient, table: string, column: string, value: string) =>
  (await client.from(table).select(column).eq(column, value)).data?.length

describe('sessions', () => {
  interface Device {
    readonly id: string
    readonly is_current: boolean
    readonly user_agent: string | null
  }
  const devicesOf = async ({ client }: Owner) => (await client.rpc('my_sessions')).data as Device[]

  test('A-08 a device that is signed out from another one comes in no more, and nobody ends those of others', async () => {
    const [awa, kossi] = [await accounts.owner('session.awa'), await accounts.owner('session.kossi')]
    const other = await accounts.visitor.auth.signInWithPassword({ email: awa.email, password })
    const lost = other.data.session
    const devices = await devicesOf(awa)
    expect(devices.map(({ is_current }) => is_current)).toEqual([true, false])
    const target = devices[1]?.id ?? ''
    await kossi.client.rpc('end_session', { id: target })
    expect(await devicesOf(awa)).toHaveLength(2)
    expect((await awa.client.rpc('end_session', { id: target })).error).toBeNull()
    expect(await devicesOf(awa)).toHaveLength(1)
    const refreshed = await accounts.visitor.auth.refreshSession({ refresh_token: lost?.refresh_token ?? '' })
    expect(refreshed.data.session).toBeNull()
    expect((await accounts.visitor.auth.getUser(lost?.access_token)).data.user).toBeNull()
    expect((await accounts.visitor.auth.getUser(awa.token)).data.user?.id).toBe(awa.id)
  })
})

describe('leaving', () => {
  const leave = (owner: Owner, username: string) => owner.client.rpc('delete_my_account', { username })
  const keep = (owner: Owner) => owner.client.rpc('keep_my_account')

  test('hides everything at once, asks for the name first, and is taken back within the month', async () => {
    const [awa, other] = [await accounts.owner('leaving.awa'), await accounts.owner('leaving.other')]
    const { id } = await accounts.publish(awa, 'adieu')
    expect((await leave(awa, 'leaving.other')).error?.hint).toBe('username_mismatch')
    expect(await countOf(accounts.visitor, 'feed_posts', 'id', id)).toBe(1)
    const { data: date } = await leave(awa, '@Leaving.Awa')
    const days = (new Date(String(date)).getTime() - Date.now()) / 86_400_000
    expect(days).toBeGreaterThan(29.9)
    expect(days).toBeLessThan(30.1)
    for (const client of [accounts.visitor, other.client]) {
      expect(await countOf(client, 'feed_posts', 'id', id)).toBe(0)
      expect(await countOf(client, 'profiles', 'id', awa.id)).toBe(0)
    }
    expect((await other.client.rpc('profile_by_handle', { handle: 'leaving.awa' })).data).toMatchObject([
      { state: 'missing' },
    ])
    expect((await leave(awa, 'leaving.awa')).data).toBe(date)
    expect((await (await accounts.call('account-worker', null)).json()) as object).toMatchObject({ erased: 0 })
    await keep(awa)
    expect(await countOf(accounts.visitor, 'feed_posts', 'id', id)).toBe(1)
  })

  test('takes a sign-in that is not old: a renewed session is no proof', async () => {
    const awa = await accounts.owner('stale.awa')
    await accounts.run(
      `update auth.mfa_amr_claims set created_at = now() - interval '16 minutes'
       where session_id in (select id from auth.sessions where user_id = $1)`,
      [awa.id],
    )
    const { data } = await accounts.visitor.auth.refreshSession({ refresh_token: awa.refreshToken })
    const { url, anonKey } = accounts.system
    const late = createClient(url, anonKey, { accessToken: async () => data.session?.access_token ?? null })
    const { error } = await late.rpc('delete_my_account', { username: 'stale.awa' })
    expect(error?.hint).toBe('sign_in_again')
    expect((await leave(awa, 'stale.awa')).error).toBeNull()
  })

  test('is no way out of a suspension', async () => {
    const awa = await accounts.owner('suspended.awa')
    const statusOf = () => accounts.run('select status as value from public.profiles where id = $1', [awa.id])
    await accounts.run(`update public.profiles set status = 'suspended' where id = $1`, [awa.id])
    await leave(awa, 'suspended.awa')
    await keep(awa)
    expect(await statusOf()).toBe('suspended')
    await leave(awa, 'suspended.awa')
    await accounts.run(`update public.profiles set status = 'active' where id = $1`, [awa.id])
    expect(await statusOf()).toBe('deleting')
  })

  test('ends after thirty days: person, rows and files are gone, a remix keeps a grey node', async () => {
    const [awa, other] = [await accounts.owner('gone.awa'), await accounts.owner('gone.other')]
    const { id: source, path } = await accounts.publish(awa, 'source')
    const { id: remix } = await accounts.publish(other, 'remix')
    await accounts.run('update app.post_lineage set parent_id = $1, root_id = $1, depth = 1 where post_id = $2', [
      source,
      remix,
    ])
    await other.client.from('follows').insert({ followee_id: awa.id })
    await leave(awa, 'gone.awa')
    await accounts.run(`update public.profiles set deletes_at = now() - interval '1 second' where id = $1`, [awa.id])
    expect((await accounts.call('account-worker', other.token)).status).toBe(403)
    // Somebody else's worker, on the schedule, may come first.
    await accounts.call('account-worker', null)
    await expect
      .poll(() => accounts.run('select count(*)::int as value from auth.users where id = $1', [awa.id]))
      .toBe(0)
    expect(
      await accounts.run('select count(*)::int as value from public.feed_posts where creator_id = $1', [awa.id]),
    ).toBe(0)
    expect(await accounts.run('select count(*)::int as value from storage.objects where name = $1', [path])).toBe(0)
    expect((await accounts.service.storage.from('generated-images').download(path)).data).toBeNull()
    const { data: tree } = await other.client.rpc('remix_tree', { post_id: remix })
    expect(tree).toMatchObject([
      { id: source, is_gone: true, creator_id: null },
      { id: remix, is_gone: false },
    ])
    const { data: counts } = await other.client
      .from('profile_counters')
      .select('following_count')
      .eq('user_id', other.id)
    expect(counts).toEqual([{ following_count: 0 }])
    expect((await accounts.visitor.auth.getUser(awa.token)).data.user).toBeNull()
  })

  test('cannot be taken back once its end has begun', async () => {
    const awa = await accounts.owner('late.awa')
    await leave(awa, 'late.awa')
    await accounts.run('update app.leaving set begun_at = now() where user_id = $1', [awa.id])
    expect((await keep(awa)).error?.hint).toBe('account_gone')
  })
})

describe('an archive of one’s data', () => {
  interface Export {
    readonly id: string
    readonly status: string
    readonly paths: string[]
    readonly pictures: number | null
  }
  const exportsOf = async ({ client }: Owner) => {
    const { data } = await client.from('data_exports').select('*').order('id', { ascending: false })
    return (data ?? []) as Export[]
  }
  const ready = async (owner: Owner) => {
    await expect.poll(async () => (await exportsOf(owner))[0]?.status).toBe('ready')
    return (await exportsOf(owner))[0] as Export
  }
  const signed = (client: SupabaseClient, path: string) => client.storage.from('exports').createSignedUrl(path, 60)

  test('R-01 holds every row and picture of its owner and nothing of others, for its owner alone, for a week', async () => {
    const [awa, other] = [await accounts.owner('archive.awa'), await accounts.owner('archive.other')]
    const { file } = await accounts.publish(awa, 'pirogue')
    await accounts.publish(other, 'secret')
    await other.client.from('blocks').insert({ blocked_id: awa.id })
    expect((await accounts.call('export-my-data', accounts.system.anonKey)).status).toBe(401)
    const asked = await accounts.call('export-my-data', awa.token)
    expect(asked.status).toBe(202)
    const { id } = (await asked.json()) as Export
    const made = await ready(awa)
    expect(made).toMatchObject({ id, pictures: 1, paths: [`${awa.id}/${id}.zip`] })

    const path = made.paths[0] ?? ''
    const { data } = await signed(awa.client, path)
    const zip = new Uint8Array(await (await fetch(data?.signedUrl ?? '')).arrayBuffer())
    const files = filesOfZip(zip)
    const rows = (name: string) => JSON.parse(new TextDecoder().decode(files.get(`data/${name}.json`))) as object[]
    expect(files.get('files/generated-images/pirogue.webp')).toEqual(file)
    expect(rows('profiles')).toMatchObject([{ id: awa.id, username: 'archive.awa' }])
    expect(rows('feed_posts')).toMatchObject([{ title: 'pirogue' }])
    expect(rows('account')).toMatchObject({ email: awa.email })
    expect(rows('credit_statement')).toHaveLength(1)
    expect(new TextDecoder().decode(zip)).not.toContain(other.id)

    expect((await signed(other.client, path)).data).toBeNull()
    expect((await accounts.visitor.storage.from('exports').download(path)).data).toBeNull()
    expect(await exportsOf(other)).toEqual([])
    const again = await accounts.call('export-my-data', awa.token)
    expect([again.status, ((await again.json()) as { code: string }).code]).toEqual([429, 'throttled'])

    await accounts.run('update public.data_exports set expires_at = now() where id = $1', [id])
    await accounts.call('account-worker', null)
    await expect.poll(async () => (await exportsOf(awa))[0]).toMatchObject({ status: 'expired', paths: [] })
    expect((await accounts.service.storage.from('exports').download(path)).data).toBeNull()
  })

  test('holds what was paid, given, used and allowed, without a reference of anybody else', async () => {
    const [awa, other] = [await accounts.owner('archive.payer'), await accounts.owner('archive.friend')]
    const buy = (who: Owner, order: object) =>
      accounts.run(
        `with started as (select public.start_payment($1::uuid, $2::jsonb) as s),
           noted as (select s, public.note_attempt((s ->> 'attempt_id')::uuid, 'started', 'ref ' || (s ->> 'attempt_id')) from started)
         select s ->> 'attempt_id' as value from noted`,
        [
          who.id,
          JSON.stringify({ idempotency_key: crypto.randomUUID(), provider: 'sandbox', method: 'mtn_bj', ...order }),
        ],
      )
    const pay = (attempt: string) =>
      accounts.run(
        `select public.apply_payment_truth('sandbox', 'ref ' || $1, $1::uuid, jsonb_build_object('status', 'paid', 'currency', p.currency,
           'amount', p.amount, 'refunded', 0, 'realm', 'test', 'raw', 'paid'))::text as value
         from billing.payments p join billing.attempts a on a.payment_id = p.id where a.id = $1::uuid`,
        [attempt],
      )
    const priceOf = (place: number) => `01940000-0000-7000-8000-00000000000${place}`
    await pay(await buy(awa, { price_id: priceOf(3) }))
    await pay(await buy(awa, { price_id: priceOf(7) }))
    await pay(await buy(awa, { price_id: priceOf(2), gift: { username: 'archive.friend', message: 'Bonne fête' } }))
    await pay(await buy(other, { price_id: priceOf(4) }))
    await accounts.run(`select public.issue_receipts(20, '{"name":"Cortexia"}')::text as value`, [])
    await accounts.run(
      `with code as (insert into billing.promo_codes (code_hash, label, kind, value, valid_to, max_uses, created_by)
         values (sha256('FETE'), 'Une fête', 'credits', 5, now() + interval '1 day', 5, $1) returning id)
       insert into billing.promo_uses (promo_id, user_id, state) select id, $1, 'kept' from code returning promo_id::text as value`,
      [awa.id],
    )
    await accounts.run(
      `insert into public.spend_limits (user_id, period, francs) values ($1, 'day', 5000) returning user_id::text as value`,
      [awa.id],
    )
    await accounts.call('export-my-data', awa.token)
    const { data } = await signed(awa.client, (await ready(awa)).paths[0] ?? '')
    const files = filesOfZip(new Uint8Array(await (await fetch(data?.signedUrl ?? '')).arrayBuffer()))
    const rows = (name: string) => JSON.parse(new TextDecoder().decode(files.get(`data/${name}.json`))) as object[]
    expect(
      rows('my_payments')
        .map((row) => (row as { amount: number }).amount)
        .toSorted((one, other) => one - other),
    ).toEqual([500, 1000, 2500])
    expect(rows('my_receipts')).toHaveLength(3)
    expect(rows('my_gifts')).toMatchObject([{ credits: 10, message: 'Bonne fête', state: 'open' }])
    expect(rows('my_subscription')).toMatchObject([{ sku: 'plan_createur', state: 'active' }])
    expect(rows('my_promo_codes')).toMatchObject([{ label: 'Une fête', kind: 'credits', value: 5, state: 'kept' }])
    expect(rows('spend_limits')).toMatchObject([{ period: 'day', francs: 5000 }])
  })

  test('that a killed process has left is made by the next', async () => {
    const awa = await accounts.owner('left.awa')
    await accounts.run(
      `with left_one as (insert into public.data_exports (user_id, status) values ($1, 'running') returning id)
       insert into app.export_work (export_id, attempts, leased_until) select id, 1, now() - interval '1 second' from left_one`,
      [awa.id],
    )
    const asked = (await (await accounts.call('export-my-data', awa.token)).json()) as Export
    await accounts.call('account-worker', null)
    expect((await ready(awa)).id).toBe(asked.id)
  })
})
