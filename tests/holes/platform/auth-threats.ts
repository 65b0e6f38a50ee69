import type { Hole, HoleInSource } from '../hole.ts'

/** What may go wrong in one file, and the title of the test that must notice. */
type Mistake = Pick<HoleInSource, 'threat' | 'opens' | 'find' | 'replace'> & { readonly title: string }

function holesIn(file: string, test: Pick<Hole['test'], 'project' | 'file'>, mistakes: readonly Mistake[]): Hole[] {
  return mistakes.map(({ title, ...mistake }) => ({
    ...mistake,
    file: `platform/auth/src/${file}`,
    test: { ...test, title },
  }))
}

const db = (file: string) => ({ project: 'db', file: `platform/auth/tests/${file}.db.test.ts` }) as const
const unit = (file: string) => ({ project: 'unit', file: `platform/auth/src/${file}.test.ts` }) as const

export const authThreatHoles: readonly Hole[] = [
  ...holesIn('passwords/password-hash.ts', db('threats/sign-in'), [
    {
      threat: 'A-01',
      opens: 'an address without account is answered before any hash',
      find: 'await verify(dummy, password)',
      replace: 'void dummy',
      title: 'A-01 costs the stranger one hash, and',
    },
  ]),
  ...holesIn('routes/token/password.ts', db('threats/sign-in'), [
    {
      threat: 'A-01',
      opens: 'an account without password is answered before any hash',
      find: 'const check = await auth.passwords.check(stored, password)',
      replace:
        'const check = found !== null && stored === null ? { matches: false, isOutdated: false } : await auth.passwords.check(stored, password)',
      title: 'A-01 costs the linked one hash, and',
    },
    {
      threat: 'A-01',
      opens: 'a ban is told before the password is known',
      find: 'if (found === null || stored === null || !check.matches) throw',
      replace:
        'if (found !== null) requireGoodStanding(auth, found, address)\n  if (found === null || stored === null || !check.matches) throw',
      title: 'A-01 costs the banned one hash, and',
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
  ...holesIn('routes/token/refresh.ts', db('sessions/refresh'), [
    {
      threat: 'A-07',
      opens: 'a thief who refreshed first keeps the session',
      find: "if (decision.kind === 'reused') await revokeFamily(tx, state.session.id)",
      replace: '',
      title: 'A-07 ends the whole family',
    },
  ]),
  ...holesIn('store/sessions.ts', db('sessions/refresh'), [
    {
      threat: 'A-07',
      opens: 'parallel callers each get a child of their own',
      find: "'active', (select jsonb_build_object('token', n.token, 'parent', n.parent) from",
      replace: "'active', (select null::jsonb from",
      title: 'A-07 gives ten parallel callers the same child',
    },
  ]),
  ...holesIn('requests/caller.ts', db('sessions/log-out'), [
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
  ...holesIn('tokens/refresh-decision.ts', db('sessions/log-out'), [
    {
      threat: 'A-08',
      opens: 'the banned refresh for ever',
      find: 'state.isBanned',
      replace: 'state.isBanned && state.token.isRevoked',
      title: 'A-08 follows from a ban',
    },
  ]),
  ...holesIn('routes/update-user.ts', db('sessions/log-out'), [
    {
      threat: 'A-08',
      opens: 'whoever knew the old password stays',
      find: "await deleteSessions(tx, { userId: user.id, sessionId: session.id }, 'others')",
      replace: 'void [deleteSessions, session]',
      title: 'A-08 follows from a new password',
    },
  ]),
  ...holesIn('codes/pkce.ts', db('codes/links'), [
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
  ...holesIn('routes/token/pkce.ts', db('codes/links'), [
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
  ...holesIn('store/one-time-tokens.ts', db('codes/links'), [
    {
      threat: 'A-10',
      opens: 'the link of a flow with a challenge is a link like any other',
      find: "challenge === null ? '' : PKCE_PREFIX",
      replace: "challenge === null ? '' : ''",
      title: 'A-10 cannot be ended by its link',
    },
  ]),
  ...holesIn('redirects/redirect.ts', db('codes/links'), [
    {
      threat: 'A-11',
      opens: 'a link leads wherever its address says',
      find: 'isAllowedRedirect(wish, rules) ? wish',
      replace: 'URL.canParse(wish) ? wish',
      title: 'A-11 never lead to "https://evil.example"',
    },
  ]),
  ...holesIn('routes/verify-link.ts', db('codes/links'), [
    {
      threat: 'A-11',
      opens: 'a link leads wherever the page before says',
      find: 'const target = chooseRedirect(wish ??',
      replace: 'const target = (wish ? null : request.headers.referer) ?? chooseRedirect(wish ??',
      title: 'A-11 never lead where the header referer says',
    },
  ]),
  ...holesIn('redirects/redirect.ts', unit('redirects/redirect'), [
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
]
