/** Ways to go on after a session has ended or a person is banned (THREATS A-08, W-04). */
import type { Hole } from '../hole.ts'

const followers = { project: 'db', file: 'platform/auth/tests/sessions/revocations.db.test.ts' } as const
const nodes = { project: 'db', file: 'platform/server/src/keys/revocations.db.test.ts' } as const
const file = 'platform/auth/src/tokens/revocations.ts'

export const revocationHoles: readonly Hole[] = [
  {
    threat: 'A-08',
    opens: 'rest and storage trust a token for its whole hour',
    file: 'platform/server/src/wires/wires.ts',
    find: 'const identify = revocations.guard(parts.identify)',
    replace: 'const { identify } = parts',
    test: { ...nodes, title: 'A-08 W-04 a sign-out everywhere reaches rest, storage' },
  },
  {
    threat: 'W-04',
    opens: 'an open socket outlives the session',
    file: 'platform/realtime/src/socket/session.ts',
    find: 'const message = this.service.revocationOf(channel.audience.claims)',
    replace: 'const message = null as string | null',
    test: { ...nodes, title: 'A-08 W-04 a sign-out everywhere reaches rest, storage' },
  },
  {
    threat: 'A-08',
    opens: 'a ban waits for the token to end',
    file,
    find: 'known.bannedUntil.size > 0 && isBanned(known, sub)',
    replace: 'known.bannedUntil.size < 0 && isBanned(known, sub)',
    test: { ...nodes, title: 'A-08 W-04 a ban does' },
  },
  {
    threat: 'A-08',
    opens: 'a process that starts knows of no session that ended before',
    file,
    find: 'where r.session_id is not null',
    replace: 'where r.session_id is null',
    test: { ...followers, title: 'A-08 is known from the start to who comes later' },
  },
  {
    threat: 'A-08',
    opens: 'what commits late is never read',
    file,
    find: 'pg_snapshot_xmin(pg_current_snapshot())::text',
    replace: 'pg_snapshot_xmax(pg_current_snapshot())::text',
    test: { ...followers, title: 'A-08 is not missed when its transaction commits after' },
  },
  {
    threat: 'A-08',
    opens: 'nobody looks again where a notification was lost',
    file,
    find: 'const timer = setInterval(read, pollMs).unref()',
    replace: 'const timer = setInterval(() => {}, pollMs).unref()',
    test: { ...followers, title: 'A-08 is known from the start to who comes later' },
  },
  {
    threat: 'A-08',
    opens: 'sessions that SQL ends are told to nobody',
    sql: 'drop trigger note_ended_sessions on auth.sessions',
    test: { ...followers, title: 'A-08 is known to every process as soon as it is said' },
  },
  {
    threat: 'A-08',
    opens: 'a ban is told to nobody',
    sql: 'drop trigger note_ban on auth.users',
    test: { ...followers, title: 'A-08 holds for a ban as long as it lasts' },
  },
]
