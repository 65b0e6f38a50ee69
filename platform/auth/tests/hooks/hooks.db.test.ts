import { decodeJwt } from 'jose'
import { afterEach, describe, expect, it } from 'vitest'

import { startAuthServer, type AuthServer } from '../../testing/auth-server.ts'
import { totpCode } from '../../testing/authenticator.ts'

let server: AuthServer
afterEach(() => server[Symbol.asyncDispose]())

const account = { email: 'ada@shop.example', password: 'correct horse' }

/** A server of a shop with these functions, each of which takes a hook's event and answers it. */
async function startWith(hooks: Partial<Record<'token' | 'factor' | 'password', string>>): Promise<AuthServer> {
  const named = (name: 'token' | 'factor' | 'password') =>
    hooks[name] === undefined ? null : { schema: 'public', name: `${name}_hook` }
  server = await startAuthServer({
    change: (config) => ({
      ...config,
      hooks: {
        customAccessToken: named('token'),
        mfaVerificationAttempt: named('factor'),
        passwordVerificationAttempt: named('password'),
      },
    }),
  })
  await server.sql('create table public.staff (user_id uuid primary key, desk text)')
  await server.sql('create table public.attempts (user_id uuid, valid boolean)')
  await server.sql('grant select on public.staff to supabase_auth_admin')
  await server.sql('grant select, insert on public.attempts to supabase_auth_admin')
  for (const [name, body] of Object.entries(hooks)) {
    await server.sql(`create function public.${name}_hook(event jsonb) returns jsonb language plpgsql
      as $$ begin ${body} end $$`)
    await server.sql(`revoke execute on function public.${name}_hook from public`)
    await server.sql(`grant execute on function public.${name}_hook to supabase_auth_admin`)
  }
  return server
}

const signUp = async () => (await server.call('POST', '/signup', { body: account })).body
const signIn = (password = account.password) =>
  server.call('POST', '/token?grant_type=password', { body: { ...account, password } })
const desks = `event := jsonb_set(event, '{claims,desk}', coalesce(
  (select to_jsonb(desk) from public.staff where user_id = (event ->> 'user_id')::uuid), '"none"'));
  return jsonb_build_object('claims', event -> 'claims' || jsonb_build_object('asked', event - 'claims'));`

describe('the hook of access tokens', () => {
  it('adds claims, and is told whose they are and how they signed in', async () => {
    await startWith({ token: desks })
    const { user } = await signUp()
    await server.sql(`insert into public.staff values ('${user.id}', 'returns')`)
    const session = (await signIn()).body
    const claims = decodeJwt(session.access_token)
    expect(claims['desk']).toBe('returns')
    expect(claims['asked']).toEqual({
      user_id: user.id,
      authentication_method: 'password',
      metadata: { uuid: expect.any(String), time: expect.any(String), name: 'customize-access-token' },
    })
    expect((await server.call('GET', '/user', { token: session.access_token })).status).toBe(200)
    const body = { refresh_token: session.refresh_token }
    const refreshed = (await server.call('POST', '/token?grant_type=refresh_token', { body })).body
    expect(decodeJwt(refreshed.access_token)['asked']).toMatchObject({ authentication_method: 'token_refresh' })
  })

  it('may shorten a token’s life, and the client is told', async () => {
    await startWith({
      token: `return jsonb_set(event, '{claims,exp}', to_jsonb((event -> 'claims' ->> 'iat')::bigint + 60));`,
    })
    expect(await signUp()).toMatchObject({ expires_in: 60 })
  })

  it.each([
    [
      'claims that miss one',
      `return jsonb_build_object('claims', (event -> 'claims') - 'aal');`,
      '- (root): aal is required',
    ],
    [
      'claims of another form',
      `return jsonb_set(event, '{claims,role}', '7');`,
      '- role: Invalid type. Expected: text',
    ],
    [
      'somebody else’s name',
      `return jsonb_set(event, '{claims,sub}', '"${crypto.randomUUID()}"');`,
      '- sub: must stay',
    ],
    ['no claims', `return '{}';`, 'output claims field is missing'],
    ['a list', `return '[]';`, 'Error running hook URI: pg-functions://postgres/public/token_hook'],
    ['nothing', `return null;`, 'Error running hook URI'],
    ['an error of the database', `perform 1 / 0; return event;`, 'Error running hook URI'],
    ['too much', `return jsonb_set(event, '{claims,book}', to_jsonb(repeat('x', 9000)));`, 'too large'],
    ['a table that nobody granted', `perform 1 from auth.users; return event;`, 'Error running hook URI'],
  ])('that answers %s is 500', async (_case, body, message) => {
    await startWith({ token: body })
    const answer = await server.call('POST', '/signup', { body: account })
    expect(answer).toMatchObject({ status: 500, body: { error_code: 'unexpected_failure' } })
    expect(answer.body.msg).toContain(message)
  })

  it('refuses with a status and words of its own', async () => {
    await startWith({
      token: `return '{"error": {"http_code": 403, "message": "The shop is closed"}}';`,
    })
    const answer = await server.call('POST', '/signup', { body: account })
    expect(answer).toMatchObject({ status: 403, body: { code: 403, error_code: 'unknown', msg: 'The shop is closed' } })
    expect((await signIn()).status).toBe(403)
    expect(await server.sql('select from auth.sessions')).toEqual([])
  })

  it('that refuses a refresh leaves the session: its client asks again', async () => {
    await startWith({
      token: `if event ->> 'authentication_method' = 'token_refresh' and exists (select from public.staff) then
          return '{"error": {"http_code": 403, "message": "Closed today"}}';
        end if; return event;`,
    })
    const { user, refresh_token: token } = await signUp()
    const refresh = () => server.call('POST', '/token?grant_type=refresh_token', { body: { refresh_token: token } })
    await server.sql(`insert into public.staff values ('${user.id}', 'closed')`)
    expect(await refresh()).toMatchObject({ status: 403, body: { msg: 'Closed today' } })
    await server.sql('delete from public.staff')
    expect((await refresh()).status).toBe(200)
  })

  it('has two seconds', async () => {
    await startWith({ token: `perform pg_sleep(20); return event;` })
    const begun = performance.now()
    expect((await server.call('POST', '/signup', { body: account })).status).toBe(500)
    expect(performance.now() - begun).toBeLessThan(10_000)
  })
})

const afterThree = (
  answer: string,
) => `insert into public.attempts values ((event ->> 'user_id')::uuid, (event ->> 'valid')::boolean);
  if (select count(*) from public.attempts where not valid) >= 3 then return '${answer}'; end if;
  return '{"decision": "continue"}';`

describe('the hook of passwords', () => {
  it('refuses after as many attempts as the product likes, and may end sessions', async () => {
    await startWith({
      password: afterThree('{"decision": "reject", "message": "Call us", "should_logout_user": true}'),
    })
    const { access_token: token } = await signUp()
    expect((await signIn('wrong')).body.msg).toBe('Invalid login credentials')
    await signIn('wrong')
    expect((await server.call('GET', '/user', { token })).status).toBe(200)
    expect(await signIn('wrong')).toMatchObject({
      status: 400,
      body: { error_code: 'invalid_credentials', msg: 'Call us' },
    })
    expect(await signIn()).toMatchObject({ status: 400, body: { msg: 'Call us' } })
    expect((await server.call('GET', '/user', { token })).status).toBe(403)
    expect(await server.sql('select valid from public.attempts')).toHaveLength(4)
  })

  it('A-01 is asked about addresses without account too, and keeps nothing of that', async () => {
    await startWith({ password: `raise warning 'asked'; ${afterThree('{"decision": "reject"}')}` })
    const body = { email: 'nobody@shop.example', password: 'x' }
    const answers = []
    for (let index = 0; index < 4; index += 1)
      answers.push(await server.call('POST', '/token?grant_type=password', { body }))
    expect(answers.map(({ body: { msg } }) => msg as string)).toEqual(
      Array.from({ length: 4 }, () => 'Invalid login credentials'),
    )
    expect(await server.sql('select from public.attempts')).toEqual([])
  })
})

describe('the hook of second factors', () => {
  it('refuses, and ends the person’s sessions', async () => {
    await startWith({
      factor: `insert into public.attempts values ((event ->> 'user_id')::uuid, (event ->> 'valid')::boolean);
        if not (event ->> 'valid')::boolean then return '{"decision": "reject", "message": "One try only"}'; end if;
        if event ->> 'factor_type' <> 'totp' then raise 'of what type?'; end if;
        return '{"decision": "continue"}';`,
    })
    const { access_token: token } = await signUp()
    const { body: factor } = await server.call('POST', '/factors', { token, body: { factor_type: 'totp' } })
    const challenge = async (as: string) =>
      (await server.call('POST', `/factors/${factor.id}/challenge`, { token: as, body: {} })).body.id as string
    const answer = async (as: string, code: string) =>
      server.call('POST', `/factors/${factor.id}/verify`, {
        token: as,
        body: { challenge_id: await challenge(as), code },
      })

    const lifted = await answer(token, totpCode(factor.totp.secret))
    expect(lifted.status).toBe(200)
    expect(await answer(lifted.body.access_token, '000000')).toMatchObject({
      status: 403,
      body: { error_code: 'mfa_verification_rejected', msg: 'One try only' },
    })
    expect((await server.call('GET', '/user', { token: lifted.body.access_token })).status).toBe(403)
    expect(await server.sql('select valid from public.attempts order by valid')).toEqual([
      { valid: false },
      { valid: true },
    ])
  })
})
