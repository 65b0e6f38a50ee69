import type { Hole } from './hole.ts'

export const authHoles: readonly Hole[] = [
  {
    threat: 'A-07',
    opens: 'a stolen refresh token works for ever',
    file: 'platform/auth/src/refresh-decision.ts',
    find: "return { kind: 'reused' }",
    replace: "return { kind: 'rotate' }",
    test: {
      project: 'db',
      file: 'platform/auth/src/refresh.db.test.ts',
      title: 'ends the whole family when a used token comes back later',
    },
  },
]
