/** Which sessions have ended and who is banned, known to every wire of this process within seconds (THREATS A-08). */
import { systemSession, type Claims, type Database } from '@platform/database'
import { TokenError, type Identify, type Observe } from '@platform/http'

import type { AuthEvent } from '../events.ts'

const CHANNEL = 'auth_revocations'
/** An end is told at once; this bounds it where nobody could tell. */
const POLL_MS = 3_000
const FORGET_EVERY_MS = 3_600_000
/** No access token lives longer than a week: what ended before that needs no remembering. */
const REMEMBERED_DAYS = 8

export interface RevocationsOptions {
  readonly database: Database
  readonly observe: Observe<AuthEvent>
  readonly pollMs?: number
}

export interface Revocations extends AsyncDisposable {
  /** Null while the token's session and person may act. */
  refusalOf(claims: Claims): string | null
  /** The same question at the door of a wire. */
  guard(identify: Identify): Identify
}

interface Known {
  readonly ended: Set<string>
  /** When a ban ends, by the clock that cannot go back. */
  readonly bannedUntil: Map<string, number>
  /** Where the next reading begins: the oldest transaction that was not over at this one. */
  readonly next: string
}

/** Resolves when what has ended so far is known. */
export async function followRevocations({
  database,
  observe,
  pollMs = POLL_MS,
}: RevocationsOptions): Promise<Revocations> {
  let known = await readAll(database)
  let readAllAt = performance.now()
  let isUnread = false
  let last: Promise<void> = Promise.resolve()

  const readAfter = async (before: Promise<void>) => {
    await before
    try {
      if (performance.now() - readAllAt > FORGET_EVERY_MS) {
        known = await readAll(database)
        readAllAt = performance.now()
      } else known = await readNews(database, known)
      isUnread = false
    } catch (error) {
      if (!isUnread) observe({ kind: 'auth.revocations-unread', error })
      isUnread = true
    }
  }
  const read = () => {
    last = readAfter(last)
  }
  const listening = await database.listen(CHANNEL, read)
  const timer = setInterval(read, pollMs).unref()

  const refusalOf = ({ session_id: session, sub }: Claims) => {
    if (known.ended.has(session as string)) return 'The session has ended'
    return known.bannedUntil.size > 0 && isBanned(known, sub) ? 'The user is banned' : null
  }
  return {
    refusalOf,
    guard: (identify) => async (headers) => {
      const identity = await identify(headers)
      const refusal = refusalOf(identity.claims)
      if (refusal !== null) throw new TokenError('revoked', refusal)
      return identity
    },
    async [Symbol.asyncDispose]() {
      clearInterval(timer)
      await listening[Symbol.asyncDispose]()
      await last
    },
  }
}

const isBanned = ({ bannedUntil }: Known, sub: unknown) =>
  (bannedUntil.get(sub as string) ?? -Infinity) > performance.now()

interface Row {
  readonly session: string | null
  readonly user: string | null
  /** Null where the person is not banned. */
  readonly seconds: number | null
}

/** 'infinity' cannot be subtracted from on every PostgreSQL. */
const SECONDS_BANNED = `case when u.banned_until is not null
  then extract(epoch from least(u.banned_until, now() + interval '100 years') - now())::float8 end`
const NEXT = `pg_snapshot_xmin(pg_current_snapshot())::text`

async function readAll(database: Database): Promise<Known> {
  return database.write(systemSession, async (tx) => {
    await tx.execute('delete from auth.revocations where created_at < now() - make_interval(days => $1)', [
      REMEMBERED_DAYS,
    ])
    // NOTE: taken first: what commits between the two statements is read twice, never missed.
    const [from] = await tx.query<{ next: string }>(`select ${NEXT} as next`)
    const rows = await tx.query<Row>(
      `select r.session_id as session, null as user, null as seconds from auth.revocations r where r.session_id is not null
       union all
       select null, u.id, ${SECONDS_BANNED} from auth.users u where u.banned_until > now()`,
    )
    return take(rows, { ended: new Set(), bannedUntil: new Map(), next: from!.next })
  })
}

async function readNews(database: Database, known: Known): Promise<Known> {
  const { rows } = await database.once(
    systemSession,
    {
      name: 'auth_revocations',
      text: `select jsonb_build_object('next', ${NEXT}, 'rows', coalesce((
          select jsonb_agg(jsonb_build_object('session', r.session_id, 'user', r.user_id, 'seconds', ${SECONDS_BANNED}))
          from auth.revocations r left join auth.users u on u.id = r.user_id and u.banned_until > now()
          where r.written_by >= $1::xid8), '[]'))`,
      params: [known.next],
    },
    'read',
  )
  const news = JSON.parse(String(rows[0]?.[0])) as { next: string; rows: readonly Row[] }
  return take(news.rows, { ...known, next: news.next })
}

function take(rows: readonly Row[], known: Known): Known {
  for (const { session, user, seconds } of rows) {
    if (session !== null) known.ended.add(session)
    if (user === null) continue
    if (seconds === null) known.bannedUntil.delete(user)
    else known.bannedUntil.set(user, performance.now() + seconds * 1_000)
  }
  return known
}
