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

const wires = { project: 'db', file: 'platform/server/src/keys/hostile-tokens.db.test.ts' } as const
const db = (file: string) => ({ project: 'db', file: `platform/auth/tests/${file}.db.test.ts` }) as const

export const authRequestHoles: readonly Hole[] = [
  ...holesIn('auth.ts', db('threats/rate-evasion'), [
    {
      threat: 'A-14',
      opens: 'whoever has a network of IPv6 has a rate for each of its addresses',
      find: '{ key: clientNetwork(request.ip), rate',
      replace: '{ key: request.ip + clientNetwork.name, rate',
      title: 'A-14 a network of IPv6 is one client',
    },
    {
      threat: 'A-14',
      opens: 'clients say themselves where they come from',
      find: 'const wait = await take(auth, name, { key: clientNetwork(request.ip),',
      replace:
        "const wait = await take(auth, name, { key: clientNetwork(String(request.headers['x-forwarded-for'] ?? request.ip)),",
      title: 'A-14 a client that writes its own address',
    },
  ]),
  ...holesIn('passwords/password-policy.ts', db('threats/passwords'), [
    {
      threat: 'A-15',
      opens: 'letters are counted where bytes are cut',
      find: 'Buffer.byteLength(password) > MAX_BYTES',
      replace: 'password.length > MAX_BYTES',
      title: 'A-15 of 37 letters of two bytes is refused',
    },
  ]),
  ...holesIn('passwords/bcrypt.ts', db('threats/passwords'), [
    {
      threat: 'A-15',
      opens: 'what bcrypt repeats is taken for the password',
      find: "&& !password.includes('\\0')",
      replace: '',
      title: 'A-15 of bcrypt takes neither',
    },
  ]),
  ...holesIn('wire.ts', db('threats/passwords'), [
    {
      threat: 'A-15',
      opens: 'anybody makes the server read megabytes',
      find: 'const BODY_LIMIT = 64 * 1024',
      replace: 'const BODY_LIMIT = 8 * 1024 * 1024',
      title: 'A-15 of a megabyte is not even read',
    },
  ]),
  ...holesIn('passwords/password-hash.ts', db('threats/passwords'), [
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
  ...holesIn('codes/verification.ts', db('codes/links'), [
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
  ...holesIn('store/one-time-tokens.ts', db('codes/links'), [
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
  ...holesIn('requests/read-body.ts', db('threats/requests'), [
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
  ...holesIn('tokens/access-token.ts', db('accounts/update-user'), [
    {
      threat: 'A-26',
      opens: 'metadata makes a token that no header can carry',
      find: 'const MAX_METADATA_BYTES = 4096',
      replace: 'const MAX_METADATA_BYTES = 4_096_000',
      title: 'A-26 keeps large metadata out of the token',
    },
  ]),
  ...holesIn('routes/update-user.ts', db('accounts/update-user'), [
    {
      threat: 'A-27',
      opens: 'a session that somebody left open changes the password',
      find: 'session.createdSecondsAgo > RECENT_SIGN_IN_SECONDS',
      replace: 'session.createdSecondsAgo < 0',
      title: 'A-27 asks for a nonce',
    },
  ]),
  ...holesIn('requests/caller.ts', db('threats/requests'), [
    {
      threat: 'A-28',
      opens: 'whoever is signed in administrates',
      find: "new Set(['service_role', 'supabase_admin'])",
      replace: "new Set(['service_role', 'supabase_admin', 'authenticated'])",
      title: 'A-28 GET /admin/users is closed',
    },
  ]),
  ...holesIn('tokens/verify-token.ts', wires, [
    {
      threat: 'A-04',
      opens: 'tokens for something else sign in here',
      find: "typeof typ !== 'string' || typ.toUpperCase() !== 'JWT'",
      replace: "typeof typ !== 'string'",
      title: 'A-04 is refused by auth/v1',
    },
    {
      threat: 'A-04',
      opens: 'a key that nobody knows is the one without a name',
      find: 'const own = keys.find(header.kid)',
      replace: 'const own = keys.find(header.kid) ?? keys.find(undefined)',
      title: 'A-04 is refused by realtime/v1',
    },
    {
      threat: 'A-04',
      opens: 'tokens of other issuers count',
      find: 'iss !== undefined && !isMember(rules.issuers, iss)',
      replace: "iss === ''",
      title: 'A-04 is refused by storage/v1',
    },
    {
      threat: 'A-05',
      opens: 'a token says which role of the database it acts as',
      find: 'if (role !== undefined && !isMember(rules.roles, role)) refuse',
      replace: "if (role === 'x') refuse",
      title: 'A-05 is refused by rest/v1 with 401',
    },
  ]),
  ...holesIn('tokens/identify.ts', wires, [
    {
      threat: 'A-04',
      opens: 'whoever shows a forged token is a visitor instead of refused',
      find: '(await verifyToken(token, verifiers, rules))',
      replace: "(await verifyToken(token, verifiers, rules).catch(() => ({ role: 'anon' })))",
      title: 'A-04 is refused by rest/v1 with 401',
    },
  ]),
  ...holesIn('requests/caller.ts', wires, [
    {
      threat: 'A-06',
      opens: 'a key of the server passes for a person',
      find: "if (sub === undefined || sub === '') throw authErrors.badJwt('missing sub claim')",
      replace: '',
      title: 'A-06 that is a key of the server is nobody',
    },
  ]),
]
