import { afterAll, beforeAll, expect, test } from 'vitest'

import type { TestDatabase } from '../../../tests/support/test-database.ts'
import { as, awa, kossi, productDatabase, visitor } from '../support/product-database.ts'

let database: TestDatabase
beforeAll(async () => {
  database = await productDatabase()
})
afterAll(() => database.dispose())

const nameless = (id: string) => `Utilisateur${id.slice(-4)}`

const profile = (session = visitor, id = awa) =>
  database.databases.gateway.read(session, (tx) =>
    tx.query<{ display_name: string; username: string | null; email: string | null }>(
      'select display_name, username, public.email(p) as email from public.profiles p where id = $1',
      [id],
    ),
  )

test('a sign-up makes a profile, named by the full name, and never by the address', async () => {
  expect(await profile(visitor, awa)).toMatchObject([{ display_name: 'Awa Sanogo', username: 'awa' }])
  expect(await profile(visitor, kossi)).toMatchObject([{ display_name: nameless(kossi), username: null }])
})

test('the name falls back to Utilisateur and the last four characters of the id', async () => {
  const id = 'cccccccc-0000-4000-8000-00000000beef'
  await database.databases.system.write({ role: 'none', claims: {} }, (tx) =>
    tx.execute('insert into auth.users (id, phone) values ($1, $2)', [id, '22990000000']),
  )
  expect(await profile(visitor, id)).toMatchObject([{ display_name: 'Utilisateurbeef' }])
})

test('an e-mail is seen by its owner and by nobody else', async () => {
  expect(await profile(as(awa), awa)).toMatchObject([{ email: 'awa@example.com' }])
  expect(await profile(as(kossi), awa)).toMatchObject([{ email: null }])
  expect(await profile(visitor, awa)).toMatchObject([{ email: null }])
})

test('people change their own profile only, and the display name follows', async () => {
  const rename = (session: ReturnType<typeof as>) =>
    database.databases.gateway.write(session, (tx) =>
      tx.execute("update public.profiles set first_name = 'Ama', last_name = null where id = $1", [awa]),
    )
  expect(await rename(as(kossi))).toBe(0)
  expect(await rename(as(awa))).toBe(1)
  expect(await profile(visitor, awa)).toMatchObject([{ display_name: 'Ama' }])
})

test('whoever chooses how to be called is shown so, until they no longer do', async () => {
  const choose = (name: string | null) =>
    database.databases.gateway.write(as(kossi), (tx) =>
      tx.execute('update public.profiles set chosen_name = $1 where id = $2', [name, kossi]),
    )
  await choose('Le grand\u202E Kossi')
  expect(await profile(visitor, kossi)).toMatchObject([{ display_name: 'Le grand Kossi' }])
  await choose('\u200B ')
  expect(await profile(visitor, kossi)).toMatchObject([{ display_name: nameless(kossi) }])
  await expect(choose('é'.repeat(81))).rejects.toMatchObject({ code: '23514' })
})

test.each(['id', 'display_name', 'created_at'])('nobody writes %s', async (column) => {
  const update = database.databases.gateway.write(as(awa), (tx) =>
    tx.execute(`update public.profiles set ${column} = ${column} where id = $1`, [awa]),
  )
  await expect(update).rejects.toMatchObject({ code: '42501' })
})

test.each(['Ab', 'nom avec espace', 'é', 'x'.repeat(31), '<script>'])(
  'the username %s is refused',
  async (username) => {
    const update = database.databases.gateway.write(as(kossi), (tx) =>
      tx.execute('update public.profiles set username = $1 where id = $2', [username, kossi]),
    )
    await expect(update).rejects.toMatchObject({ code: '23514', constraint: 'profiles_username_check' })
  },
)

test('a username is unique whatever its case', async () => {
  const update = database.databases.gateway.write(as(kossi), (tx) =>
    tx.execute("update public.profiles set username = 'AWA' where id = $1", [kossi]),
  )
  await expect(update).rejects.toMatchObject({ code: '23505' })
})

let people = 0
const signUp = async (metadata: unknown) => {
  const person = (people += 1)
  const id = `dddddddd-0000-4000-8000-${String(person).padStart(12, '0')}`
  await database.databases.system.write({ role: 'none', claims: {} }, (tx) =>
    tx.execute('insert into auth.users (id, email, raw_user_meta_data) values ($1, $2, $3::jsonb)', [
      id,
      `person${person}@example.com`,
      JSON.stringify(metadata),
    ]),
  )
  const [row] = await profile(visitor, id)
  return { ...row, display_name: row?.display_name.replace(nameless(id), 'Utilisateur') }
}

test.each<[string, unknown, string]>([
  ['marks that turn the text around', { first_name: '\u202Eawa', last_name: '\u2066S' }, 'awa S'],
  ['nothing visible', { first_name: '\u200B\u200D', last_name: '\u2800\u00A0' }, 'Utilisateur'],
  ['line breaks and tabs', { first_name: 'Awa\r\n\tA', last_name: '\t\n' }, 'Awa A'],
  ['other types', { first_name: { a: 1 }, last_name: [1], username: 5 }, 'Utilisateur'],
  ['five thousand characters', { first_name: 'x'.repeat(5000), last_name: 'y' }, `${'x'.repeat(50)} y`],
  ['a list', ['awa'], 'Utilisateur'],
  ['a text', 'awa', 'Utilisateur'],
  ['a null', null, 'Utilisateur'],
  ['a claim to a role', { role: 'service_role', display_name: 'Admin' }, 'Utilisateur'],
])('a sign-up with %s never fails, and shows no disguise', async (_, metadata, name) => {
  expect(await signUp(metadata)).toMatchObject({ display_name: name, username: null })
})

test('of two who sign up with one username at the same moment one has it, and nobody is refused', async () => {
  const taken = Promise.withResolvers<void>()
  const seen = Promise.withResolvers<void>()
  const first = database.databases.system.write({ role: 'none', claims: {} }, async (tx) => {
    await tx.execute(
      `insert into auth.users (id, email, raw_user_meta_data)
       values ('eeeeeeee-0000-4000-8000-000000000001', 'first@example.com', '{"username":"baobab"}')`,
    )
    taken.resolve()
    await seen.promise
  })
  await taken.promise
  const second = signUp({ username: 'Baobab', first_name: 'Ama' })
  const waiting = "select pid from pg_locks where not granted and locktype = 'transactionid'"
  // NOTE: both connections of the system are busy.
  await expect.poll(() => database.databases.gateway.read(visitor, (tx) => tx.query(waiting))).toHaveLength(1)
  seen.resolve()
  await first
  expect(await second).toMatchObject({ display_name: 'Ama', username: null })
})

test.each(['javascript:alert(1)', 'data:text/html,x', '//evil.example/x.png'])(
  'an avatar is not found under %s',
  async (address) => {
    const update = database.databases.gateway.write(as(awa), (tx) =>
      tx.execute('update public.profiles set avatar_url = $1 where id = $2', [address, awa]),
    )
    await expect(update).rejects.toMatchObject({ code: '23514', constraint: 'profiles_avatar_url_check' })
  },
)
