import type { Hole } from '../hole.ts'

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
]
