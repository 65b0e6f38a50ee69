import { afterAll, beforeAll, describe, expect, it } from 'vitest'

import { fragmentOf, startAuthServer, visit, type AuthServer } from '../../testing/auth-server.ts'

let server: AuthServer
beforeAll(async () => {
  server = await startAuthServer()
})
afterAll(() => server[Symbol.asyncDispose]())

const password = 'correct horse'
const admin = () => server.client({ key: server.keys.serviceRoleKey }).auth.admin
let count = 0
const address = () => `person${(count += 1)}@shop.example`

describe('rights', () => {
  it.each([
    ['POST', '/admin/users'],
    ['GET', '/admin/users'],
    ['GET', '/admin/users/00000000-0000-4000-8000-000000000000'],
    ['PUT', '/admin/users/00000000-0000-4000-8000-000000000000'],
    ['DELETE', '/admin/users/00000000-0000-4000-8000-000000000000'],
    ['POST', '/admin/generate_link'],
    ['POST', '/invite'],
    ['POST', '/admin/messages'],
  ])('A-28 %s %s is for administrators', async (method, path) => {
    const person = await server.call('POST', '/signup', { body: { email: address(), password } })
    for (const token of [server.keys.anonKey, person.body.access_token]) {
      expect(await server.call(method, path, { token })).toMatchObject({
        status: 403,
        body: { error_code: 'not_admin', msg: 'User not allowed' },
      })
    }
    expect((await server.call(method, path)).body.error_code).toBe('no_authorization')
  })
})

describe('people', () => {
  it('are created with everything the wire names', async () => {
    const email = address()
    const id = crypto.randomUUID()
    const { data, error } = await admin().createUser({
      id,
      email,
      phone: '+22890010203',
      password,
      email_confirm: true,
      user_metadata: { name: 'Ada' },
      app_metadata: { plan: 'gold' },
      ban_duration: '24h',
    })
    expect(error).toBeNull()
    expect(data.user).toMatchObject({
      id,
      email,
      phone: '22890010203',
      app_metadata: { provider: 'email', providers: ['email', 'phone'], plan: 'gold' },
    })
    expect(data.user!.identities!.map((identity) => identity.identity_data)).toEqual(
      expect.arrayContaining([
        { sub: id, email, email_verified: true, phone_verified: false },
        { sub: id, phone: '22890010203', email_verified: false, phone_verified: false },
      ]),
    )
    expect(data.user!.user_metadata).toEqual({ name: 'Ada', email_verified: true })
    expect(data.user!.email_confirmed_at).toBeDefined()
    expect(data.user).not.toHaveProperty('phone_confirmed_at')
    expect((await server.client().auth.signInWithPassword({ email, password })).error?.code).toBe('user_banned')
    expect((await admin().updateUserById(id, { ban_duration: 'none' })).data.user).not.toHaveProperty('banned_until')
    expect((await server.client().auth.signInWithPassword({ email, password })).error).toBeNull()
  })

  it('A-17 come with hashes from elsewhere, unless they cost too much', async () => {
    const { hash } = await import('@node-rs/argon2')
    const email = address()
    expect((await admin().createUser({ email, password_hash: await hash(password) })).error).toBeNull()
    expect((await server.client().auth.signInWithPassword({ email, password })).error).toBeNull()
    const greedy = '$argon2id$v=19$m=4194304,t=2,p=1$c2FsdHNhbHRzYWx0$aGFzaGhhc2hoYXNoaGFzaGhhc2hoYXNoaGFzaGhhc2g'
    expect((await admin().createUser({ email: address(), password_hash: greedy })).error?.code).toBe(
      'validation_failed',
    )
  })

  it.each<[string, object, number, string]>([
    ['nobody', {}, 400, 'validation_failed'],
    ['a weak password', { email: 'w@shop.example', password: 'abc' }, 422, 'weak_password'],
    ['a bad id', { id: '1', email: 'w@shop.example' }, 400, 'validation_failed'],
    ['a bad ban', { email: 'w@shop.example', ban_duration: 'for ever' }, 400, 'validation_failed'],
    ['a taken address', { email: 'TAKEN@shop.example' }, 422, 'email_exists'],
    ['a taken number', { phone: '+22177000001' }, 422, 'phone_exists'],
  ])('are not created: %s', async (_name, body, status, code) => {
    await server.sql(
      `insert into auth.users (email, phone) values ('taken@shop.example', '22177000001') on conflict do nothing`,
    )
    const answer = await server.call('POST', '/admin/users', { body, token: server.keys.serviceRoleKey })
    expect(answer).toMatchObject({ status, body: { error_code: code } })
  })

  it('are read, changed and signed out by a new password', async () => {
    const email = address()
    const { data } = await server.client().auth.signUp({ email, password })
    const { id } = data.user!
    expect((await admin().getUserById(id)).data.user!.email).toBe(email)
    const next = address()
    const changed = await admin().updateUserById(id, {
      email: next,
      password: 'battery staple',
      user_metadata: { name: 'B' },
      app_metadata: { plan: 'x' },
      role: 'authenticated',
    })
    expect(changed.data.user).toMatchObject({
      email: next,
      user_metadata: { name: 'B' },
      app_metadata: { plan: 'x', provider: 'email' },
    })
    expect((await admin().updateUserById(id, { password: '' })).error?.code).toBe('weak_password')
    const token = data.session!.access_token
    expect((await server.call('GET', '/user', { token })).body.error_code).toBe('session_not_found')
    expect(
      (await server.client().auth.signInWithPassword({ email: next, password: 'battery staple' })).error,
    ).toBeNull()
  })

  it('are deleted, for good or softly', async () => {
    const [hard, soft] = [address(), address()]
    const ids = []
    for (const email of [hard, soft]) ids.push((await server.client().auth.signUp({ email, password })).data.user!.id)
    expect((await admin().deleteUser(ids[0]!)).error).toBeNull()
    expect(await server.sql('select from auth.users where id = $1', [ids[0]!])).toEqual([])
    expect((await admin().deleteUser(ids[1]!, true)).error).toBeNull()
    const [row] = await server.sql<{ email: string; deleted: boolean }>(
      'select email, deleted_at is not null as deleted from auth.users where id = $1',
      [ids[1]!],
    )
    expect(row!.deleted).toBe(true)
    expect(row!.email).not.toContain('@')
    expect((await server.client().auth.signInWithPassword({ email: soft, password })).error?.code).toBe(
      'invalid_credentials',
    )
    expect((await server.client().auth.signUp({ email: soft, password })).error).toBeNull()
  })

  it('that are not there are 404', async () => {
    const token = server.keys.serviceRoleKey
    const nobody = '/admin/users/00000000-0000-4000-8000-000000000000'
    for (const method of ['GET', 'PUT', 'DELETE']) {
      expect(await server.call(method, nobody, { token })).toMatchObject({
        status: 404,
        body: { error_code: 'user_not_found', msg: 'User not found' },
      })
      expect(await server.call(method, '/admin/users/1', { token })).toMatchObject({
        status: 404,
        body: { error_code: 'validation_failed', msg: 'user_id must be an UUID' },
      })
    }
  })

  it('are listed by pages, as the client counts them', async () => {
    for (let person = 0; person < 3; person += 1) await admin().createUser({ email: address() })
    const { data } = await admin().listUsers({ page: 1, perPage: 2 })
    const [{ total }] = (await server.sql<{ total: string }>('select count(*)::text as total from auth.users')) as [
      { total: string },
    ]
    expect(data).toMatchObject({
      aud: 'authenticated',
      nextPage: 2,
      lastPage: Math.ceil(Number(total) / 2),
      total: Number(total),
    })
    expect(data.users).toHaveLength(2)
    const beyond = await admin().listUsers({ page: 1000, perPage: 2 })
    expect(beyond.data.users).toEqual([])
    const bad = await server.call('GET', '/admin/users?page=-1', { token: server.keys.serviceRoleKey })
    expect(bad.body.error_code).toBe('validation_failed')
  })

  it('are signed out with their own token', async () => {
    const { data } = await server.client().auth.signUp({ email: address(), password })
    expect((await admin().signOut(data.session!.access_token)).error).toBeNull()
    expect((await server.call('GET', '/user', { token: data.session!.access_token })).body.error_code).toBe(
      'session_not_found',
    )
  })
})

describe('a list of people', () => {
  const list = (query: string) => server.call('GET', `/admin/users${query}`, { token: server.keys.serviceRoleKey })
  const emails = async (query: string) => (await list(query)).body.users.map(({ email }: { email: string }) => email)

  it('finds by a part of the address or the name, in any case and literally', async () => {
    await admin().createUser({ email: 'zadie@filter.example', user_metadata: { full_name: 'Zadie 100% Smith' } })
    await admin().createUser({ email: 'zora@filter.example', user_metadata: { full_name: 'Zora' } })
    expect(await emails('?filter=ZADIE@FILTER')).toEqual(['zadie@filter.example'])
    expect(await emails('?filter=smith')).toEqual(['zadie@filter.example'])
    expect(await emails('?filter=100%25')).toEqual(['zadie@filter.example'])
    expect(await emails('?filter=z%25a')).toEqual([])
    expect(await emails(`?filter=${encodeURIComponent("' or true --")}`)).toEqual([])
  })

  it('is sorted as asked, page after page', async () => {
    const query = '?filter=@filter.example&sort=created_at+asc&per_page=1'
    const { body, headers } = await list(query)
    expect([body.users[0].email, headers.get('x-total-count')]).toEqual(['zadie@filter.example', '2'])
    const rest = 'per_page=1&filter=%40filter.example&sort=created_at%20asc'
    const links = ['next', 'last'].map((rel) => `</admin/users?page=2&${rest}>; rel="${rel}"`)
    expect(headers.get('link')).toBe(links.join(', '))
    expect(await emails(`${query}&page=2`)).toEqual(['zora@filter.example'])
    expect(await emails('?filter=@filter.example&sort=created_at')).toEqual([
      'zora@filter.example',
      'zadie@filter.example',
    ])
  })

  it.each([
    ['?sort=email', "Bad Sort Parameters: bad field for sort 'email'"],
    ['?sort=created_at+up', "Bad Sort Parameters: bad direction for sort 'up', only 'asc' and 'desc' allowed"],
    ['?per_page=0', 'Bad Pagination Parameters'],
  ])('refuses %s', async (query, msg) => {
    expect(await list(query)).toMatchObject({ status: 400, body: { error_code: 'validation_failed', msg } })
  })
})

describe('what is said of a person', () => {
  it('is kept as it was given, and nothing with it', async () => {
    const [email, next] = [address(), address()]
    const { data } = await admin().createUser({ email, phone: '+22890010204', user_metadata: { name: 'Ada', n: 1 } })
    const { id, user_metadata: made } = data.user!
    expect(made).toEqual({ name: 'Ada', n: 1 })
    expect((await admin().createUser({ email: address() })).data.user!.user_metadata).toEqual({})
    const metadataAfter = async (change: Parameters<ReturnType<typeof admin>['updateUserById']>[1]) =>
      (await admin().updateUserById(id, change)).data.user!.user_metadata
    expect(await metadataAfter({ user_metadata: { n: 2 } })).toEqual({ name: 'Ada', n: 2 })
    expect(await metadataAfter({ email: next, phone: '+22890010205' })).toEqual({ name: 'Ada', n: 2 })
    expect(await metadataAfter({ phone_confirm: true })).toEqual({ name: 'Ada', n: 2 })
    expect(await metadataAfter({ email_confirm: true })).toEqual({ name: 'Ada', n: 2, email_verified: true })
    const { identities } = (await admin().getUserById(id)).data.user!
    expect(identities!.map((identity) => identity.identity_data)).toEqual(
      expect.arrayContaining([
        { sub: id, email: next, email_verified: true, phone_verified: false },
        { sub: id, phone: '22890010205', email_verified: false, phone_verified: true },
      ]),
    )
  })

  it('at their sign-up stays when an administrator changes the address', async () => {
    const email = address()
    const { data } = await server.client().auth.signUp({ email, password, options: { data: { name: 'Ada' } } })
    const before = data.user!.user_metadata
    expect(before).toMatchObject({ name: 'Ada', email })
    const changed = await admin().updateUserById(data.user!.id, { email: address() })
    expect(changed.data.user!.user_metadata).toEqual(before)
  })
})

describe('links', () => {
  const open = async (link: string) => fragmentOf(await visit(new URL(link)))

  it('are made for every purpose, and work', async () => {
    const email = address()
    const signUp = await admin().generateLink({ type: 'signup', email, password })
    expect(signUp.data.properties).toMatchObject({ verification_type: 'signup', redirect_to: 'https://shop.example' })
    expect(signUp.data.user!.email).toBe(email)
    expect((await open(signUp.data.properties!.action_link)).get('type')).toBe('signup')
    const magic = await admin().generateLink({ type: 'magiclink', email })
    const byHash = await server
      .client()
      .auth.verifyOtp({ type: 'magiclink', token_hash: magic.data.properties!.hashed_token })
    expect(byHash.data.user!.email).toBe(email)
    const recovery = await admin().generateLink({ type: 'recovery', email })
    const byCode = await server
      .client()
      .auth.verifyOtp({ type: 'recovery', email, token: recovery.data.properties!.email_otp })
    expect(byCode.error).toBeNull()
    const newEmail = address()
    const halves = ['email_change_current', 'email_change_new'] as const
    const links = []
    for (const type of halves)
      links.push((await admin().generateLink({ type, email, newEmail })).data.properties!.action_link)
    expect((await open(links[0]!)).get('message')).toContain('other email')
    expect((await open(links[1]!)).get('type')).toBe('email_change')
    expect((await admin().getUserById(signUp.data.user!.id)).data.user!.email).toBe(newEmail)
  })

  it('keep what the administrator says of the person, before and after they are opened', async () => {
    const [email, guest] = [address(), address()]
    const first = await admin().generateLink({ type: 'signup', email, password, options: { data: { name: 'Ada' } } })
    expect(first.data.user!.user_metadata).toEqual({ name: 'Ada' })
    expect(first.data.properties!.action_link).toMatch(/&redirect_to=https:\/\/shop\.example$/)
    const options = { data: { plan: 'gold' } }
    const again = await admin().generateLink({ type: 'signup', email, password, options })
    expect(again.data.user!.user_metadata).toEqual({ name: 'Ada', plan: 'gold' })
    await open(again.data.properties!.action_link)
    const opened = (await admin().getUserById(again.data.user!.id)).data.user!
    expect(opened.user_metadata).toEqual({ name: 'Ada', plan: 'gold', email_verified: true })
    expect(opened.identities![0]!.identity_data).toMatchObject({ sub: opened.id, email, email_verified: true })
    const invited = await admin().generateLink({ type: 'invite', email: guest, options: { data: { by: 'Ada' } } })
    expect(invited.data.user!.user_metadata).toEqual({ by: 'Ada' })
    const magic = await admin().generateLink({ type: 'magiclink', email: address() })
    expect(magic.data.user!.user_metadata).toEqual({})
  })

  it('of a stranger: a magic link signs up, a recovery is refused', async () => {
    const magic = await admin().generateLink({ type: 'magiclink', email: address() })
    expect(magic.data.properties!.verification_type).toBe('signup')
    expect((await admin().generateLink({ type: 'recovery', email: address() })).error?.code).toBe('user_not_found')
  })

  it('for somebody who is there: no sign-up, no invitation', async () => {
    const email = address()
    await server.client().auth.signUp({ email, password })
    expect((await admin().generateLink({ type: 'signup', email, password })).error?.code).toBe('email_exists')
    expect((await admin().inviteUserByEmail(email)).error?.code).toBe('email_exists')
  })

  it('invite', async () => {
    const email = address()
    const { data } = await admin().inviteUserByEmail(email, { data: { name: 'Guest' } })
    expect(data.user).toMatchObject({ email, user_metadata: { name: 'Guest' } })
    expect(data.user!.invited_at).toBeDefined()
    const fragment = fragmentOf(await visit(await server.linkOf(email)))
    expect(fragment.get('type')).toBe('invite')
  })
})
