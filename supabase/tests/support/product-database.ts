/** A migrated database of the product, with people in it. */
import { authMigrations } from '@platform/auth'
import { databaseMigrations, systemSession, type Session } from '@platform/database'
import { realtimeMigrations } from '@platform/realtime'
import { storageMigrations } from '@platform/storage'

import { createTestDatabase, type TestDatabase } from '../../../tests/support/test-database.ts'

/** As the server runs them: a process that starts on such a database has nothing left to migrate. */
const productMigrations = {
  name: 'product',
  folder: new URL('../../migrations/', import.meta.url),
  ledger: 'hosted',
} as const

export const awa = 'aaaaaaaa-0000-4000-8000-000000000001'
export const kossi = 'bbbbbbbb-0000-4000-8000-000000000002'

export const visitor: Session = { role: 'anon', claims: { role: 'anon' } }
export const as = (id: string): Session => ({ role: 'authenticated', claims: { role: 'authenticated', sub: id } })

export function productDatabase(): Promise<TestDatabase> {
  return createTestDatabase({
    migrations: [databaseMigrations, authMigrations, storageMigrations, realtimeMigrations, productMigrations],
    fixtures: `
      insert into auth.users (id, email, raw_user_meta_data) values
        ('${awa}', 'awa@example.com', '{"first_name":"Awa","last_name":"Sanogo","username":"awa"}'),
        ('${kossi}', 'kossi.a@example.com', '{}');`,
  })
}

/** One more person, who signs up under this username; answers their id. */
export async function addPerson({ databases }: TestDatabase, username: string): Promise<string> {
  const [person] = await databases.system.write(systemSession, (tx) =>
    tx.query<{ id: string }>(
      `insert into auth.users (id, email, raw_user_meta_data)
       values (gen_random_uuid(), gen_random_uuid() || '@example.com', jsonb_build_object('username', $1::text)) returning id`,
      [username],
    ),
  )
  return person?.id ?? ''
}

/** A finished creation, as v0-generator records it; answers its public URL. */
export async function makeCreation(
  { databases }: TestDatabase,
  userId: string,
  path = `${userId}/picture.webp`,
): Promise<string> {
  const url = `http://localhost:3000/storage/v1/object/public/generated-images/${path}`
  await databases.system.write(systemSession, async (tx) => {
    const [generation] = await tx.query<{ id: string }>(
      `insert into public.generations (user_id, prompt, mode, engine, status)
       values ($1, 'une pirogue', 'enhanced', 'builtin', 'succeeded') returning id`,
      [userId],
    )
    await tx.execute(
      `insert into public.generation_images (generation_id, user_id, position, bucket, path, url, width, height, bytes, thumbhash)
       values ($1, $2, 1, 'generated-images', $3, $4, 1216, 688, 1000, 'abc')`,
      [generation?.id ?? '', userId, path, url],
    )
  })
  return url
}

export async function publish(
  { databases }: TestDatabase,
  userId: string,
  fields: Record<string, string> = {},
): Promise<string> {
  const post = {
    image_url: `http://x/storage/v1/object/public/generated-images/${userId}/picture.webp`,
    prompt: 'une pirogue',
    creator_id: userId,
    ...fields,
  }
  const names = Object.keys(post)
  const [row] = await databases.gateway.write(as(userId), (tx) =>
    tx.query<{ id: string }>(
      `insert into public.feed_posts (${names.join(', ')}) values (${names.map((_, place) => `$${place + 1}`).join(', ')}) returning id`,
      Object.values(post),
    ),
  )
  return row?.id ?? ''
}
