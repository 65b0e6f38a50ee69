import { afterAll, beforeAll, expect, test } from 'vitest'

import type { TestDatabase } from '../../tests/support/test-database.ts'
import { as, awa, kossi, productDatabase, visitor } from './product-database.ts'

let database: TestDatabase
beforeAll(async () => {
  database = await productDatabase()
})
afterAll(() => database.dispose())

const profile = (session = visitor, id = awa) =>
  database.databases.gateway.read(session, (tx) =>
    tx.query<{ display_name: string; username: string | null; email: string | null }>(
      'select display_name, username, public.email(p) as email from public.profiles p where id = $1',
      [id],
    ),
  )

test('a sign-up makes a profile, named by the full name, else by the part of the e-mail before @', async () => {
  expect(await profile(visitor, awa)).toMatchObject([{ display_name: 'Awa Sanogo', username: 'awa' }])
  expect(await profile(visitor, kossi)).toMatchObject([{ display_name: 'kossi.a', username: null }])
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
