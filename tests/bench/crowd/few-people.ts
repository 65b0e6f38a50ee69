/** Ten people, for those who only need a page that is not empty. */
import assert from 'node:assert/strict'

import pg from 'pg'

const people = 10

export const peoplePath = `/rest/v1/profiles?select=username&limit=${people}`

export async function fillPeople(at: pg.ClientConfig): Promise<void> {
  const client = new pg.Client(at)
  await client.connect()
  await client.query(`insert into auth.users (id, email)
    select gen_random_uuid(), 'person' || n || '@example.com' from generate_series(1, ${people}) n`)
  await client.end()
}

/** The page holds everybody; answers its least bytes. */
export async function provePeople({ url, headers }: { url: string; headers: Record<string, string> }): Promise<number> {
  const text = await (await fetch(url, { headers })).text()
  assert.equal((JSON.parse(text) as unknown[]).length, people, `${url} answered ${text}`)
  return Buffer.byteLength(text)
}
