/** A stage for the social graph: named people, and what each of them meets. */
import type { TestDatabase } from '../../../tests/support/test-database.ts'
import { addPerson, as, kossi, makeCreation, productDatabase, publish, visitor } from '../support/product-database.ts'
import { asOwner, openProductRest, type Heard, type Person, type ProductRest } from '../support/product-rest.ts'

export interface Graph extends AsyncDisposable {
  readonly database: TestDatabase
  readonly rest: ProductRest
  /** Somebody new. */
  person(username?: string): Promise<string>
  run(sql: string, params?: string[]): Promise<string>
  follow(follower: Person, followee: string): Promise<Heard>
  unfollow(follower: Person, followee: string): Promise<Heard>
  block(blocker: Person, blocked: string): Promise<Heard>
  call(person: Person, name: string, body: object): Promise<Heard>
  /** A publication of somebody's, under a title of its own. */
  post(author: string, title: string, fields?: Record<string, string>): Promise<string>
  /** Titles of the publications that somebody is shown, by rest/v1. */
  seenBy(person: Person, ids: readonly string[]): Promise<string[]>
  /** The same, where each is asked for by its id. */
  openedBy(person: Person, ids: readonly string[]): Promise<boolean[]>
  counts(person: string): Promise<Record<string, unknown> | undefined>
}

export async function openGraph(): Promise<Graph> {
  const database = await productDatabase()
  const rest = await openProductRest(database)
  const run = (sql: string, params: string[] = []) => asOwner(database, sql, params)
  let people = 0
  return {
    database,
    rest,
    run,
    person: (username = `person${(people += 1)}`) => addPerson(database, username),
    follow: (follower, followee) =>
      rest.ask(follower, 'POST', 'follows', { body: { followee_id: followee, ...named('follower_id', follower) } }),
    unfollow: (follower, followee) =>
      rest.ask(follower, 'DELETE', `follows?follower_id=eq.${follower}&followee_id=eq.${followee}`),
    block: (blocker, blocked) =>
      rest.ask(blocker, 'POST', 'blocks', { body: { blocked_id: blocked, ...named('blocker_id', blocker) } }),
    call: (person, name, body) => rest.ask(person, 'POST', `rpc/${name}`, { body }),
    async post(author, title, fields = {}) {
      const path = `${author}/${crypto.randomUUID()}.webp`
      await makeCreation(database, author, path)
      const url = `http://x/storage/v1/object/public/generated-images/${path}`
      return publish(database, author, { title, image_url: url, ...fields })
    },
    async seenBy(person, ids) {
      const { rows } = await rest.ask(person, 'GET', `feed_posts?select=title&id=in.(${ids.join()})&order=title`)
      return rows.map(({ title }) => String(title))
    },
    async openedBy(person, ids) {
      const session = person === null ? visitor : as(person)
      const rows = await database.databases.gateway.read(session, (tx) =>
        tx.query<{ seen: boolean }>(
          'select app.can_see_post(id) as seen from unnest($1::uuid[]) with ordinality as asked (id, n) order by n',
          [`{${ids.join()}}`],
        ),
      )
      return rows.map(({ seen }) => seen)
    },
    async counts(person) {
      const { rows } = await rest.ask(null, 'GET', `profile_counters?user_id=eq.${person}`)
      return rows[0]
    },
    async [Symbol.asyncDispose]() {
      await rest[Symbol.asyncDispose]()
      await database.dispose()
    },
  }
}

/** Whoever asks is who it is about, where nothing else is said. */
const named = (column: string, person: Person) => (person === null ? { [column]: kossi } : {})
