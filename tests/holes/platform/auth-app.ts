import type { Hole } from '../hole.ts'

const endings = { project: 'unit', file: 'app/src/data/auth/end-session.test.ts' } as const
const options = { project: 'unit', file: 'app/src/data/auth/auth-options.test.ts' } as const

/** Ways into an account that only the app can close. */
export const authAppHoles: readonly Hole[] = [
  {
    threat: 'A-06',
    opens: 'the service’s key goes out with the app',
    file: 'app/build/no-secrets.ts',
    find: 'if (found.length > 0) this.error',
    replace: 'if (found.length < 0) this.error',
    test: {
      project: 'unit',
      file: 'app/build/no-secrets.test.ts',
      title: 'A-06 that would give away the service’s key',
    },
  },
  {
    threat: 'A-06',
    opens: 'the app is built without looking for keys',
    file: 'app/vite.config.ts',
    find: '    noSecrets(),\n',
    replace: '',
    test: { project: 'unit', file: 'app/build/no-secrets.test.ts', title: 'A-06 is how the app is built' },
  },
  {
    threat: 'A-21',
    opens: 'a link says whose account this is',
    file: 'app/src/data/auth/auth-options.ts',
    find: "detectSessionInUrl: () => false,\n  flowType: 'pkce'",
    replace: "detectSessionInUrl: true,\n  flowType: 'implicit'",
    test: { ...options, title: 'A-21 with tokens changes nothing' },
  },
  {
    threat: 'X-07',
    opens: 'a sign-out without network leaves the session on the device',
    file: 'app/src/data/auth/end-session.ts',
    find: '  removeKeptSession()\n',
    replace: '',
    test: { ...endings, title: 'X-07 a sign-out that nobody answers' },
  },
  {
    threat: 'X-07',
    opens: 'a network that is away takes the keys and messages of whoever is signed in',
    file: 'app/src/data/session.ts',
    find: 'const kept = session ? null : readKeptSession()',
    replace: 'const kept = null as Session | null',
    test: { ...endings, title: 'X-07 a renewal that nobody answers' },
  },
  {
    threat: 'X-09',
    opens: 'a server that says one thing and another reloads pages without end',
    file: 'app/src/entities/release/update-machine.ts',
    find: "if (update.phase !== 'forced' || isTooSoon ||",
    replace: "if (update.phase !== 'forced' ||",
    test: {
      project: 'unit',
      file: 'app/src/entities/release/update-machine.test.ts',
      title: 'X-09 forced just before',
    },
  },
  {
    threat: 'A-08',
    opens: 'a portal or a limiter ends a session',
    file: 'app/src/data/auth/client-fetch.ts',
    find: "if (!isJson || passing.has(response.status)) throw new TypeError('Failed to fetch')",
    replace: '',
    test: { ...endings, title: 'A-08 only a refusal by auth itself' },
  },
]
