import type { Hole, HoleInSource } from './hole.ts'

/** What may go wrong in one file, and the title of the test that must notice. */
type Mistake = Pick<HoleInSource, 'threat' | 'opens' | 'find' | 'replace'> & { readonly title: string }

function holesIn(file: string, test: Pick<Hole['test'], 'project' | 'file'>, mistakes: readonly Mistake[]): Hole[] {
  return mistakes.map(({ title, ...mistake }) => ({
    ...mistake,
    file: `platform/auth/src/${file}`,
    test: { ...test, title },
  }))
}

const db = (file: string) => ({ project: 'db', file: `platform/auth/src/${file}.db.test.ts` }) as const
const unit = (file: string) => ({ project: 'unit', file: `platform/auth/src/${file}.test.ts` }) as const

export const authThreatHoles: readonly Hole[] = [
  ...holesIn('password-hash.ts', db('threats/sign-in'), [
    {
      threat: 'A-01',
      opens: 'an address without account is answered before any hash',
      find: 'await verify(dummy, password)',
      replace: 'void dummy',
      title: 'A-01 costs a hash for the stranger',
    },
  ]),
  ...holesIn('routes/token-password.ts', db('threats/sign-in'), [
    {
      threat: 'A-01',
      opens: 'an account without password is answered before any hash',
      find: 'const check = await auth.passwords.check(stored, password)',
      replace:
        'const check = found !== null && stored === null ? { matches: false, isOutdated: false } : await auth.passwords.check(stored, password)',
      title: 'A-01 costs a hash for the linked',
    },
    {
      threat: 'A-01',
      opens: 'a ban is told before the password is known',
      find: 'if (found === null || !check.matches) throw',
      replace:
        'if (found !== null) requireGoodStanding(auth, found, address)\n  if (found === null || !check.matches) throw',
      title: 'A-01 gets one answer',
    },
    {
      threat: 'A-32',
      opens: 'the log of the server says who failed to sign in',
      find: "if (error instanceof AuthError) auth.observe({ kind: 'auth.sign-in-refused', code: error.code })",
      replace:
        "if (error instanceof AuthError) auth.observe({ kind: 'auth.sign-in-refused', code: `${error.code} ${body.email}` })",
      title: 'A-32 is told to the host without any address',
    },
  ]),
  ...holesIn('routes/token-refresh.ts', db('refresh'), [
    {
      threat: 'A-07',
      opens: 'a thief who refreshed first keeps the session',
      find: "if (decision.kind === 'reused') await revokeFamily(tx, state.session.id)",
      replace: '',
      title: 'A-07 ends the whole family',
    },
  ]),
  ...holesIn('store/sessions.ts', db('refresh'), [
    {
      threat: 'A-07',
      opens: 'parallel callers each get a child of their own',
      find: "'active', (select jsonb_build_object('token', n.token, 'parent', n.parent) from",
      replace: "'active', (select null::jsonb from",
      title: 'A-07 gives ten parallel callers the same child',
    },
  ]),
  ...holesIn('caller.ts', db('log-out'), [
    {
      threat: 'A-08',
      opens: 'an access token outlives its session',
      find: 'if (state.session === null) throw authErrors.sessionGone()\n  return { user: state.user, session: state.session }',
      replace: 'return { user: state.user, session: state.session! }',
      title: 'A-08 globally ends every session',
    },
    {
      threat: 'A-08',
      opens: 'an access token outlives a ban',
      find: 'if (state.isBanned) throw authErrors.banned()',
      replace: '',
      title: 'A-08 follows from a ban',
    },
  ]),
  ...holesIn('refresh-decision.ts', db('log-out'), [
    {
      threat: 'A-08',
      opens: 'the banned refresh for ever',
      find: 'state.isBanned',
      replace: 'state.isBanned && state.token.isRevoked',
      title: 'A-08 follows from a ban',
    },
  ]),
  ...holesIn('routes/update-user.ts', db('log-out'), [
    {
      threat: 'A-08',
      opens: 'whoever knew the old password stays',
      find: "await deleteSessions(tx, { userId: user.id, sessionId: session.id }, 'others')",
      replace: 'void [deleteSessions, session]',
      title: 'A-08 follows from a new password',
    },
  ]),
  ...holesIn('pkce.ts', db('links'), [
    {
      threat: 'A-09',
      opens: 'a challenge may be its own verifier',
      find: "if (method !== 's256') throw",
      replace: "if (method !== 's256' && method !== 'plain') throw",
      title: 'A-09 begins with no plain challenge',
    },
    {
      threat: 'A-09',
      opens: 'any verifier of the right length is one',
      find: 'expected.length === actual.length && timingSafeEqual(Buffer.from(actual), expected)',
      replace: 'expected.length === actual.length',
      title: 'A-09 is not ended by the verifier of another flow',
    },
  ]),
  ...holesIn('routes/token-pkce.ts', db('links'), [
    {
      threat: 'A-09',
      opens: 'a code signs in as often as it is shown',
      find: 'await deleteFlow(tx, flow.id)',
      replace: 'void deleteFlow',
      title: 'A-09 refuses everything but the right verifier',
    },
    {
      threat: 'A-09',
      opens: 'a code lives for ever',
      find: 'if (flow.isExpired) throw authErrors.flowExpired()',
      replace: '',
      title: 'A-09 ends after five minutes',
    },
  ]),
  ...holesIn('store/one-time-tokens.ts', db('links'), [
    {
      threat: 'A-10',
      opens: 'the link of a flow with a challenge is a link like any other',
      find: "challenge === null ? '' : PKCE_PREFIX",
      replace: "challenge === null ? '' : ''",
      title: 'A-10 cannot be ended by its link',
    },
  ]),
  ...holesIn('redirect.ts', db('links'), [
    {
      threat: 'A-11',
      opens: 'a link leads wherever its address says',
      find: 'isAllowedRedirect(wish, rules) ? wish',
      replace: 'URL.canParse(wish) ? wish',
      title: 'A-11 never lead to "https://evil.example"',
    },
    {
      threat: 'A-11',
      opens: 'a link leads wherever the page before says',
      find: 'isAllowedRedirect(wish, rules) ? wish',
      replace: 'URL.canParse(wish) ? wish // any',
      title: 'A-11 never lead where the header referer says',
    },
  ]),
  ...holesIn('redirect.ts', unit('redirect'), [
    {
      threat: 'A-11',
      opens: 'a glob covers more of the host than it shows',
      find: "part === '*' ? '[^./]*'",
      replace: "part === '*' ? '.*'",
      title: 'A-11 "https://a.b.preview.example/" leads to the site',
    },
    {
      threat: 'A-11',
      opens: 'what browsers read as another host is taken for a path',
      find: '/[\\\\\\s\\p{Cc}]/u.test(wish)',
      replace: '/[\\s\\p{Cc}]/u.test(wish) && wish === ""',
      title: 'A-11 "https://shop.example/\\r\\nset-cookie: a=b" leads to the site',
    },
  ]),
  ...holesIn('auth.ts', db('threats/rate-evasion'), [
    {
      threat: 'A-14',
      opens: 'whoever has a network of IPv6 has a rate for each of its addresses',
      find: 'takeToken(auth, name, clientNetwork(request.ip))',
      replace: 'takeToken(auth, name, request.ip + clientNetwork.name)',
      title: 'A-14 a network of IPv6 is one client',
    },
    {
      threat: 'A-14',
      opens: 'clients say themselves where they come from',
      find: 'const wait = await takeToken(auth, name, clientNetwork(request.ip))',
      replace:
        "const wait = await takeToken(auth, name, clientNetwork(String(request.headers['x-forwarded-for'] ?? request.ip)))",
      title: 'A-14 a client that writes its own address',
    },
  ]),
  ...holesIn('password-policy.ts', db('threats/passwords'), [
    {
      threat: 'A-15',
      opens: 'letters are counted where bytes are cut',
      find: 'Buffer.byteLength(password) > MAX_BYTES',
      replace: 'password.length > MAX_BYTES',
      title: 'A-15 of 37 letters of two bytes is refused',
    },
  ]),
  ...holesIn('bcrypt.ts', db('threats/passwords'), [
    {
      threat: 'A-15',
      opens: 'what bcrypt repeats is taken for the password',
      find: "&& !password.includes('\\0')",
      replace: '',
      title: 'A-15 of bcrypt takes neither',
    },
  ]),
  ...holesIn('plugin.ts', db('threats/passwords'), [
    {
      threat: 'A-15',
      opens: 'anybody makes the server read megabytes',
      find: 'const BODY_LIMIT = 64 * 1024',
      replace: 'const BODY_LIMIT = 8 * 1024 * 1024',
      title: 'A-15 of a megabyte is not even read',
    },
  ]),
  ...holesIn('password-hash.ts', db('threats/passwords'), [
    {
      threat: 'A-16',
      opens: 'sign-ins pile up without end',
      find: 'if (waiting.length >= queue) throw',
      replace: 'if (waiting.length < 0) throw',
      title: 'A-16 waits in a short queue',
    },
    {
      threat: 'A-17',
      opens: 'an imported hash says how much memory a sign-in takes',
      find: 'memoryCost <= MAX_MEMORY_KIB && timeCost',
      replace: 'timeCost',
      title: 'A-17 that asks for more than 64 MiB',
    },
    {
      threat: 'A-17',
      opens: 'an imported hash says how long a sign-in takes',
      find: '&& timeCost <= MAX_PASSES',
      replace: '',
      title: 'A-17 that asks for hours',
    },
  ]),
  ...holesIn('verification.ts', db('links'), [
    {
      threat: 'A-24',
      opens: 'one mailbox moves an account to another',
      find: 'if (needsBoth && (before === 0 || before === mine))',
      replace: 'if (needsBoth && before === 3)',
      title: 'A-24 needs both mailboxes',
    },
    {
      threat: 'A-24',
      opens: 'one mailbox that agrees twice counts as both',
      find: '(before === 0 || before === mine)',
      replace: 'before === 0',
      title: 'A-24 is not reached by one mailbox',
    },
  ]),
  ...holesIn('store/one-time-tokens.ts', db('links'), [
    {
      threat: 'A-24',
      opens: 'the link of an older request still works',
      find: 'token_hash = excluded.token_hash, code_hash',
      replace: 'code_hash',
      title: 'A-24 of an older request',
    },
  ]),
  ...holesIn('routes/update-user.ts', db('threats/requests'), [
    {
      threat: 'A-25',
      opens: 'people write what only administrators may',
      find: "raw_user_meta_data = (coalesce(raw_user_meta_data, '{}') || $2::jsonb)\n       -",
      replace:
        "role = coalesce($2::jsonb ->> 'role', role), raw_user_meta_data = (coalesce(raw_user_meta_data, '{}') || $2::jsonb)\n       -",
      title: 'A-25 gives no right',
    },
    {
      threat: 'A-26',
      opens: 'metadata grows with every request',
      find: 'if (merged!.bytes > MAX_METADATA_BYTES) throw',
      replace: 'if (merged!.bytes < 0) throw',
      title: 'A-26 does not grow without end',
    },
  ]),
  ...holesIn('read-body.ts', db('threats/requests'), [
    {
      threat: 'A-26',
      opens: 'prototypes come in with a body',
      find: "getDefaultJsonParser('error', 'error')",
      replace: "getDefaultJsonParser('ignore', 'ignore')",
      title: 'A-26 is no megabyte',
    },
    {
      threat: 'A-29',
      opens: 'a page elsewhere refreshes with a form',
      find: "fastify.addContentTypeParser('application/json', {",
      replace: "fastify.addContentTypeParser(['application/json', 'text/plain'], {",
      title: 'A-29 cannot refresh, sign in or sign out as text/plain',
    },
  ]),
  ...holesIn('access-token.ts', db('update-user'), [
    {
      threat: 'A-26',
      opens: 'metadata makes a token that no header can carry',
      find: 'const MAX_METADATA_BYTES = 4096',
      replace: 'const MAX_METADATA_BYTES = 4_096_000',
      title: 'A-26 keeps large metadata out of the token',
    },
  ]),
  ...holesIn('routes/update-user.ts', db('update-user'), [
    {
      threat: 'A-27',
      opens: 'a session that somebody left open changes the password',
      find: 'session.createdSecondsAgo > RECENT_SIGN_IN_SECONDS',
      replace: 'session.createdSecondsAgo < 0',
      title: 'A-27 asks for a nonce',
    },
  ]),
  ...holesIn('caller.ts', db('threats/requests'), [
    {
      threat: 'A-28',
      opens: 'whoever is signed in administrates',
      find: "new Set(['service_role', 'supabase_admin'])",
      replace: "new Set(['service_role', 'supabase_admin', 'authenticated'])",
      title: 'A-28 GET /admin/users is closed',
    },
  ]),
]
