/** Ways to learn who has an account, to keep others out of theirs, and to come in with half of what is needed. */
import type { Hole, HoleInSource } from '../hole.ts'

type Mistake = Pick<HoleInSource, 'threat' | 'opens' | 'find' | 'replace'> & { readonly title: string }

const holesIn = (file: string, test: Pick<Hole['test'], 'project' | 'file'>, mistakes: readonly Mistake[]): Hole[] =>
  mistakes.map(({ title, ...mistake }) => ({ ...mistake, file, test: { ...test, title } }))

const db = (file: string) => ({ project: 'db', file: `platform/auth/tests/${file}.db.test.ts` }) as const
const unit = (file: string) => ({ project: 'unit', file: `platform/${file}.test.ts` }) as const

export const authOracleHoles: readonly Hole[] = [
  ...holesIn('platform/auth/src/routes/sign-up.ts', db('codes/tells-nothing'), [
    {
      threat: 'A-02',
      opens: 'the order of the keys tells which address is taken',
      find: 'await asStored(tx, imaginaryUser(plan, auth.config.audience))',
      replace: 'imaginaryUser(plan, auth.config.audience)',
      title: 'A-02 answers like a new one',
    },
  ]),
  ...holesIn('platform/auth/src/routes/otp.ts', db('codes/tells-nothing'), [
    {
      threat: 'A-03',
      opens: 'a code is refused to whoever has no account',
      find: 'if (!mayCreate && !auth.config.refusesUnknown) {',
      replace: 'if (!mayCreate && auth.config.refusesUnknown) {',
      title: 'A-03 by /otp answers the same where nobody may be made',
    },
    {
      threat: 'A-03',
      opens: 'who asked for the original’s refusals does not get them',
      find: '!mayCreate && !auth.config.refusesUnknown',
      replace: '!mayCreate',
      title: 'A-03 by /otp tells who is unknown only where',
    },
  ]),
  ...holesIn('platform/auth/src/routes/sign-up.ts', db('codes/codes'), [
    {
      threat: 'A-23',
      opens: 'what a stranger said of themselves stays with the owner of the address',
      find: 'set encrypted_password = $2, raw_user_meta_data = $3, updated_at',
      replace: "set encrypted_password = $2, raw_user_meta_data = coalesce(raw_user_meta_data, '{}') || $3, updated_at",
      title: 'A-23 starts over with the latest words',
    },
  ]),
  ...holesIn('platform/auth/src/rates/rate-limiter.ts', unit('auth/src/rates/rate-limiter'), [
    {
      threat: 'D-22',
      opens: 'limits go by the time of day',
      find: 'now: LimiterClock = () => performance.now()',
      replace: 'now: LimiterClock = () => Date.now()',
      title: 'D-22 locks nobody out when the time of day is set back',
    },
  ]),
  ...holesIn('platform/auth/src/requests/guard-account.ts', db('threats/lock-out'), [
    {
      threat: 'A-12',
      opens: 'anybody keeps anybody from signing in',
      find: "const seconds = await takeToken(auth, 'signInPerAccount', `${account} ${network}`)",
      replace: "const seconds = await takeToken(auth, 'signInPerAccount', account)",
      title: 'A-12 is refused after some wrong passwords, and keeps nobody out',
    },
    {
      threat: 'A-12',
      opens: 'many networks guess at one account as fast as they like',
      find: 'if (!isGuessedAt || (await isFamiliar(auth, userId, network))) return',
      replace: 'if (!isGuessedAt || userId !== auth.config.siteUrl) return',
      title: 'A-12 from many networks waits for each answer',
    },
    {
      threat: 'A-12',
      opens: 'the owner waits at home for what strangers do',
      find: 'clientNetwork(address) === network',
      replace: 'clientNetwork(address) === address + network',
      title: 'A-12 from many networks waits for each answer',
    },
  ]),
  ...holesIn('platform/auth/src/routes/token/password.ts', db('threats/lock-out'), [
    {
      threat: 'A-01',
      opens: 'the time of a wrong password tells where the owner is',
      find: 'await guard.delay(check.matches ? userId : null)',
      replace: 'await guard.delay(userId)',
      title: 'A-01 learns neither whether there is such an account',
    },
  ]),
  ...holesIn('platform/auth/src/tokens/identify.ts', unit('auth/src/tokens/identify'), [
    {
      threat: 'A-04',
      opens: 'credentials that cannot be read are a visitor’s',
      find: 'if (headers.authorization?.trim()) throw',
      replace: 'if (headers.authorization === null) throw',
      title: 'is nobody with « Bearer a b »',
    },
  ]),
  ...holesIn('platform/auth/src/tokens/verify-token.ts', unit('auth/src/tokens/verify-token'), [
    {
      threat: 'A-05',
      opens: 'a person’s role for a subject that is nobody’s id',
      find: "role === 'authenticated' && !isUuid(sub)",
      replace: "role === 'nobody' && !isUuid(sub)",
      title: 'a subject that is no id is refused',
    },
  ]),
  ...holesIn('platform/auth/src/tokens/verify-token.ts', unit('auth/src/tokens/third-parties'), [
    {
      threat: 'A-05',
      opens: 'another service gives out our own rights',
      find: "isMember(rules.ownRoles, claims['role'])",
      replace: "claims['role'] === 'nobody'",
      title: 'never for service_role or a role of our keys',
    },
  ]),
  ...holesIn('platform/auth/src/accounts/address.ts', unit('auth/src/accounts/address'), [
    {
      threat: 'A-02',
      opens: 'marks that nobody sees make one address look like another',
      find: String.raw`[\p{Cc}\p{Cf}\u2028\u2029]`,
      replace: String.raw`[\p{Cc}]`,
      title: 'is none',
    },
  ]),
  ...holesIn('platform/auth/src/passwords/password-policy.ts', db('threats/passwords'), [
    {
      threat: 'A-15',
      opens: 'one half of a character stands for every other',
      find: 'if (!password.isWellFormed()) throw',
      replace: 'if (password === null) throw',
      title: 'A-15 of halves of characters',
    },
  ]),
  ...holesIn('platform/rest/src/respond/failure.ts', unit('rest/src/respond/failure'), [
    {
      threat: 'D-20',
      opens: 'what passes by itself does not say when to come back',
      find: "...(WORTH_A_RETRY.has(error.status) ? { 'retry-after': '2' } : {}),",
      replace: '',
      title: 'no answer from the database',
    },
  ]),
  ...holesIn('platform/http/src/protection/two-hosts.ts', unit('http/src/http-server'), [
    {
      threat: 'R-20',
      opens: 'a request names one host to the proxy and another to us',
      find: 'return hosts > 1',
      replace: 'return hosts > 2',
      title: 'refuses two hosts with 400',
    },
  ]),
  ...holesIn('platform/server/src/settings/process-settings.ts', unit('server/src/settings/config'), [
    {
      threat: 'ports',
      opens: 'a server starts where its own workers cannot reach it',
      find: 'return isRefused ? undefined : number',
      replace: 'return number',
      title: 'refuses a port that no browser',
    },
  ]),
]
