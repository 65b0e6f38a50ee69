import { databaseMigrations, systemSession } from '@platform/database'
import { TokenError } from '@platform/http'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest'

import { createTestDatabase, type TestDatabase } from '../../../../tests/support/test-database.ts'
import { authMigrations, followRevocations, type AuthEvent, type Revocations } from '../../src/index.ts'

const NEVER = 3_600_000

let database: TestDatabase
beforeAll(async () => {
  database = await createTestDatabase({ migrations: [databaseMigrations, authMigrations] })
})
afterAll(() => database.dispose())

const run = (text: string) => database.databases.system.write(systemSession, (tx) => tx.execute(text))
const ids = async (text: string) =>
  (await database.databases.system.write(systemSession, (tx) => tx.query<{ id: string }>(text))).map(({ id }) => id)

interface Person {
  readonly user: string
  readonly sessions: readonly string[]
}

async function newPerson(): Promise<Person> {
  const [user] = await ids('insert into auth.users default values returning id')
  const sessions = await ids(
    `insert into auth.sessions (user_id) select '${user}' from generate_series(1, 2) returning id`,
  )
  return { user: user!, sessions }
}

const claimsOf = ({ user, sessions }: Person, nth: number) => ({ sub: user, session_id: sessions[nth] })

let events: AuthEvent[]
const leftovers: AsyncDisposable[] = []
beforeEach(() => (events = []))
afterEach(async () => {
  for (const left of leftovers.splice(0)) await left[Symbol.asyncDispose]()
})

async function follow(pollMs = NEVER): Promise<Revocations> {
  const following = await followRevocations({
    database: database.databases.system,
    observe: (event) => events.push(event),
    pollMs,
  })
  leftovers.push(following)
  return following
}

describe('what has ended', () => {
  it('A-08 is known to every process as soon as it is said: one session, all of a person, a person who is gone', async () => {
    const [one, two] = [await follow(), await follow()]
    const [ada, bob, eve] = [await newPerson(), await newPerson(), await newPerson()]
    await run(`delete from auth.sessions where id = '${ada.sessions[0]}'`)
    await run(`delete from auth.sessions where user_id = '${bob.user}'`)
    await run(`delete from auth.users where id = '${eve.user}'`)
    for (const node of [one, two]) {
      await expect.poll(() => node.refusalOf(claimsOf(ada, 0))).toBe('The session has ended')
      expect(node.refusalOf(claimsOf(ada, 1))).toBeNull()
      for (const nth of [0, 1]) {
        await expect.poll(() => node.refusalOf(claimsOf(bob, nth))).toBe('The session has ended')
        await expect.poll(() => node.refusalOf(claimsOf(eve, nth))).toBe('The session has ended')
      }
    }
  })

  it('A-08 is known from the start to who comes later, and to who heard nothing, at the next look', async () => {
    const ada = await newPerson()
    await run(`delete from auth.sessions where id = '${ada.sessions[0]}'`)
    const [listening, looking] = [await follow(), await follow(50)]
    expect(listening.refusalOf(claimsOf(ada, 0))).toBe('The session has ended')
    // Written down without a word, as where notifications are lost.
    await run(`insert into auth.revocations (session_id) values ('${ada.sessions[1]}')`)
    await expect.poll(() => looking.refusalOf(claimsOf(ada, 1))).toBe('The session has ended')
    expect(listening.refusalOf(claimsOf(ada, 1))).toBeNull()
  })

  it('A-08 is not missed when its transaction commits after a younger one was read', async () => {
    const node = await follow()
    const [ada, bob] = [await newPerson(), await newPerson()]
    const isRead = Promise.withResolvers<void>()
    const late = database.databases.system.write(systemSession, async (tx) => {
      await tx.execute(`delete from auth.sessions where id = '${ada.sessions[0]}'`)
      await isRead.promise
    })
    await run(`delete from auth.sessions where id = '${bob.sessions[0]}'`)
    await expect.poll(() => node.refusalOf(claimsOf(bob, 0))).toBe('The session has ended')
    isRead.resolve()
    await late
    await expect.poll(() => node.refusalOf(claimsOf(ada, 0))).toBe('The session has ended')
  })

  it('A-08 holds for a ban as long as it lasts, whatever session it is or none', async () => {
    const node = await follow()
    const ada = await newPerson()
    const withoutSession = { sub: ada.user }
    await run(`update auth.users set banned_until = now() + interval '1 hour' where id = '${ada.user}'`)
    await expect.poll(() => node.refusalOf(claimsOf(ada, 0))).toBe('The user is banned')
    expect(node.refusalOf(withoutSession)).toBe('The user is banned')
    await run(`update auth.users set banned_until = null where id = '${ada.user}'`)
    await expect.poll(() => node.refusalOf(claimsOf(ada, 0))).toBeNull()
    await run(`update auth.users set banned_until = 'infinity' where id = '${ada.user}'`)
    await expect.poll(() => node.refusalOf(withoutSession)).toBe('The user is banned')
    expect((await follow()).refusalOf(withoutSession)).toBe('The user is banned')
    await run(`update auth.users set banned_until = now() + interval '300 milliseconds' where id = '${ada.user}'`)
    await expect.poll(() => node.refusalOf(withoutSession)).toBeNull()
  })

  it('A-08 lets the keys of the project and tokens of others pass', async () => {
    const node = await follow()
    const ada = await newPerson()
    await run(`delete from auth.sessions where user_id = '${ada.user}'`)
    await expect.poll(() => node.refusalOf(claimsOf(ada, 0))).not.toBeNull()
    expect(node.refusalOf({ role: 'anon' })).toBeNull()
    expect(node.refusalOf({ role: 'service_role' })).toBeNull()
    expect(node.refusalOf({ sub: ada.user })).toBeNull()
  })

  it('A-08 is refused at the door of a wire, in the words of a token that is not good any more', async () => {
    const node = await follow()
    const ada = await newPerson()
    const identity = { role: 'authenticated', claims: claimsOf(ada, 0), token: 'a.b.c' }
    const guarded = node.guard(() => Promise.resolve(identity))
    expect(await guarded({})).toBe(identity)
    await run(`delete from auth.sessions where user_id = '${ada.user}'`)
    await expect.poll(() => guarded({}).catch((error: unknown) => error)).toBeInstanceOf(TokenError)
    await expect(guarded({})).rejects.toMatchObject({ problem: 'revoked', message: 'The session has ended' })
  })

  it('is forgotten when no token of it can be valid any more', async () => {
    const ada = await newPerson()
    await run(`delete from auth.sessions where user_id = '${ada.user}'`)
    await run(`update auth.revocations set created_at = now() - interval '9 days'`)
    const node = await follow()
    expect(node.refusalOf(claimsOf(ada, 0))).toBeNull()
    expect(await ids('select id::text from auth.revocations')).toEqual([])
  })

  it('that cannot be read is told once, and known as soon as it can', async () => {
    const node = await follow(20)
    const ada = await newPerson()
    await run('alter table auth.revocations rename to hidden')
    await expect.poll(() => events.map(({ kind }) => kind)).toEqual(['auth.revocations-unread'])
    await run(`insert into auth.hidden (session_id) values ('${ada.sessions[0]}')`)
    await run('alter table auth.hidden rename to revocations')
    await expect.poll(() => node.refusalOf(claimsOf(ada, 0))).toBe('The session has ended')
    expect(events).toHaveLength(1)
  })
})
