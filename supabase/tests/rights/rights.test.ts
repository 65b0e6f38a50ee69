import { afterAll, beforeAll, describe, expect, test } from 'vitest'

import { rowsOf, type TestDatabase } from '../../../tests/support/test-database.ts'
import { addPerson, awa, kossi, makeCreation, productDatabase, publish } from '../support/product-database.ts'
import { asOwner, openProductRest, type Heard, type Person, type ProductRest } from '../support/product-rest.ts'
import type { Line, Rights } from './rights-line.ts'
import { rightsMatrix } from './rights-matrix.ts'

/** One is told at the end: whoever may change something does it last. */
const roles = [
  ['a visitor', 'visitor'],
  ['somebody else', 'other'],
  ['a follower', 'follower'],
  ['whom its owner blocks', 'blocked'],
  ['the staff', 'staff'],
  ['its owner', 'owner'],
] as const
type Role = (typeof roles)[number][1]

let database: TestDatabase
let rest: ProductRest
beforeAll(async () => {
  database = await productDatabase()
  rest = await openProductRest(database)
})
afterAll(async () => {
  await rest[Symbol.asyncDispose]()
  await database.dispose()
})

const counted = { prefer: 'count=exact' }

function outcomeOf({ code, status }: Heard, touched: boolean, done: 'seen' | 'done') {
  if (code === '42501') return 'denied'
  if (code === '55000') return 'fixed'
  if (status >= 400) return code
  return touched ? done : 'hidden'
}

/** A row of Kossi's, and everybody who might want something of it, in a database of their own. */
interface Scene extends AsyncDisposable {
  rightsOf(role: Role): Promise<Rights>
}

async function openScene(table: string, line: Line): Promise<Scene> {
  const own = await productDatabase()
  const api = await openProductRest(own)
  const [follower, blocked] = [await addPerson(own, 'follower'), await addPerson(own, 'blocked')]
  await asOwner(own, 'insert into public.follows (follower_id, followee_id) values ($1, $2)', [follower, kossi])
  await asOwner(own, 'insert into public.blocks (blocker_id, blocked_id) values ($1, $2)', [kossi, blocked])
  const people: Record<Role, Person> = {
    visitor: null,
    other: awa,
    follower,
    blocked,
    staff: `staff:${await addPerson(own, 'mawuli')}`,
    owner: kossi,
  }
  const filter = await line.row(own)
  const row = await line.insert(own)
  return {
    async rightsOf(role) {
      const person = people[role]
      const read = await api.ask(person, 'GET', `${table}?${filter}`)
      const changed = await api.ask(person, 'PATCH', `${table}?${filter}`, { headers: counted, body: line.update })
      const added = await api.ask(person, 'POST', table, { body: row })
      const removed = await api.ask(person, 'DELETE', `${table}?${filter}`, { headers: counted })
      return {
        select: outcomeOf(read, read.rows.length > 0, 'seen'),
        insert: outcomeOf(added, true, 'done'),
        update: outcomeOf(changed, (changed.affected ?? 0) > 0, 'done'),
        delete: outcomeOf(removed, (removed.affected ?? 0) > 0, 'done'),
      } as Rights
    },
    async [Symbol.asyncDispose]() {
      await api[Symbol.asyncDispose]()
      await own.dispose()
    },
  }
}

describe('R-01 the matrix of rights', () => {
  test('R-01 every table that clients can name has a line', async () => {
    const tables = await rowsOf<{ name: string }>(
      database,
      `select relname as name from pg_class where relnamespace = 'public'::regnamespace
         and relkind in ('r', 'p', 'v', 'm', 'f') order by relname`,
    )
    expect(tables.map(({ name }) => name)).toEqual(Object.keys(rightsMatrix).toSorted())
  })

  describe.each(Object.entries(rightsMatrix))('%s', (table, line) => {
    let scene: Scene
    beforeAll(async () => {
      scene = await openScene(table, line)
    })
    afterAll(() => scene[Symbol.asyncDispose]())

    test.each(roles)(`R-01 ${table}: %s has just these rights`, async (_who, role) => {
      const wanted =
        role === 'follower' || role === 'blocked' || role === 'staff' ? (line[role] ?? line.other) : line[role]
      expect(await scene.rightsOf(role)).toEqual(wanted)
    })
  })

  test('R-01 a refusal is 401 for visitors, 403 for people', async () => {
    const generation = { user_id: awa, prompt: 'x', engine: 'builtin' }
    expect((await rest.ask(null, 'POST', 'generations', { body: generation })).status).toBe(401)
    expect((await rest.ask(awa, 'POST', 'generations', { body: generation })).status).toBe(403)
    expect((await rest.ask(awa, 'DELETE', `profiles?id=eq.${kossi}`)).status).toBe(403)
    expect((await rest.ask(null, 'GET', 'generations')).status).toBe(401)
  })
})

describe('R-11 columns', () => {
  const columnsOf = (privilege: 'insert' | 'update', role: string, table: string) =>
    rowsOf<{ name: string }>(
      database,
      `select attname as name from pg_attribute
       where attrelid = ('public.' || $1)::regclass and attnum > 0 and not attisdropped
         and has_column_privilege($2, attrelid, attnum, $3)
       order by attname`,
      [table, role, privilege],
    ).then((rows) => rows.map(({ name }) => name))

  test.each(Object.entries(rightsMatrix))('R-11 %s: only what is listed may be written', async (table, line) => {
    expect(await columnsOf('insert', 'authenticated', table)).toEqual(line.insertable)
    expect(await columnsOf('update', 'authenticated', table)).toEqual(line.updatable)
    expect(await columnsOf('insert', 'anon', table)).toEqual([])
    expect(await columnsOf('update', 'anon', table)).toEqual([])
  })

  const counters = ['likes_count', 'comments_count', 'creator_id', 'created_at', 'mode', 'thumbhash', 'width', 'prompt']
  test.each(counters)('R-11 nobody changes %s of a post, not even of their own', async (column) => {
    await makeCreation(database, kossi)
    const id = await publish(database, kossi)
    const value =
      { creator_id: awa, created_at: '2000-01-01', mode: 'normal', thumbhash: 'x', prompt: 'x' }[column] ?? 99
    const changed = await rest.ask(kossi, 'PATCH', `feed_posts?id=eq.${id}`, { body: { [column]: value } })
    expect([changed.status, changed.code]).toEqual([403, '42501'])
  })

  test.each(['likes_count', 'comments_count', 'created_at', 'mode'])(
    'R-11 nobody publishes with %s',
    async (column) => {
      await makeCreation(database, kossi)
      const url = `http://x/storage/v1/object/public/generated-images/${kossi}/picture.webp`
      const post = { creator_id: kossi, prompt: 'x', image_url: url, [column]: column === 'mode' ? 'normal' : 99 }
      const made = await rest.ask(kossi, 'POST', 'feed_posts', { body: post })
      expect([made.status, made.code]).toEqual([403, '42501'])
    },
  )

  test('R-11 a post does not take the place of another', async () => {
    await makeCreation(database, awa)
    await makeCreation(database, kossi)
    const id = await publish(database, kossi)
    const url = `http://x/storage/v1/object/public/generated-images/${awa}/picture.webp`
    const post = { id, creator_id: awa, prompt: 'mine', image_url: url }
    const made = await rest.ask(awa, 'POST', 'feed_posts', {
      headers: { prefer: 'resolution=merge-duplicates' },
      body: post,
    })
    expect([made.status, made.code]).toEqual([403, '42501'])
    expect(await asOwner(database, 'select creator_id as value from public.feed_posts where id = $1', [id])).toBe(kossi)
  })
})

describe('R-17 addresses', () => {
  test('R-17 an e-mail is read by its owner alone', async () => {
    const emails = async (person: Person) =>
      Object.fromEntries(
        (await rest.ask(person, 'GET', 'profiles?select=id,email')).rows.map(({ id, email }) => [id, email]),
      )
    expect(await emails(awa)).toEqual({ [awa]: 'awa@example.com', [kossi]: null })
    expect(await emails(kossi)).toEqual({ [awa]: null, [kossi]: 'kossi.a@example.com' })
    expect(Object.values(await emails(null))).toEqual([null, null])
  })

  test('R-17 nor found by it', async () => {
    for (const path of ['profiles?select=id&email=like.awa*', 'profiles?select=id&email=eq.awa@example.com']) {
      expect((await rest.ask(kossi, 'GET', path)).rows).toEqual([])
      expect((await rest.ask(null, 'GET', path)).rows).toEqual([])
    }
    const embedded = await rest.ask(kossi, 'GET', 'feed_posts?select=id,profiles(email)&profiles.email=not.is.null')
    expect(embedded.rows.every(({ profiles }) => profiles === null || JSON.stringify(profiles).includes('kossi'))).toBe(
      true,
    )
  })
})
