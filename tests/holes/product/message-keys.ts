import type { Hole } from '../hole.ts'

const app = { project: 'unit', file: 'platform/server/src/app/serve-app.test.ts' } as const
const headers = 'platform/http/src/protection/security-headers.ts'

export const messageKeyHoles: readonly Hole[] = [
  {
    threat: 'X-02',
    opens: 'pages may turn any text into code',
    file: headers,
    find: '...noTextAsCode(trustedTypes),',
    replace: '',
    test: { ...app, title: 'X-02 lets no text become code' },
  },
  {
    threat: 'X-02',
    opens: 'whoever writes the build’s policy writes headers',
    file: 'platform/server/src/app/build-policy.ts',
    find: String.raw`/^[\w-]+$/`,
    replace: String.raw`/^[\w-]+/`,
    test: { ...app, title: 'refuses {"trustedTypes":["a; script-src' },
  },
]
