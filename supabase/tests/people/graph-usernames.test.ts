/** Names: which may be had, and where an old one leads. */
import { afterAll, beforeAll, describe, expect, test } from 'vitest'

import { openGraph, type Graph } from './graph-people.ts'

let graph: Graph
beforeAll(async () => {
  graph = await openGraph()
})
afterAll(() => graph[Symbol.asyncDispose]())

const change = (person: string, username: string) => graph.call(person, 'change_username', { username })
const find = async (handle: string, reader: string | null = null) =>
  (await graph.call(reader, 'profile_by_handle', { handle })).rows[0]

describe('X-11 names that pass for another', () => {
  test.each([
    'admin',
    'Admin',
    '@admin',
    'adm1n',
    'ad.min',
    'a_d_m_i_n',
    'adrnin',
    'rnoderation',
    '5upport',
    'cortexia',
    'c0rtexia_officiel',
    'equipe.cortex1a',
    'ａｄｍｉｎ',
  ])('X-11 %s is reserved', async (username) => {
    const person = await graph.person()
    const refused = await change(person, username)
    expect([refused.status, refused.hint]).toEqual([400, 'username_reserved'])
    const direct = await graph.rest.ask(person, 'PATCH', `profiles?id=eq.${person}`, { body: { username } })
    expect(direct.status).toBe(400)
  })

  test.each([
    ['Cyrillic а', '\u0430dmin'],
    ['an override', 'awa\u202Enimda'],
    ['a zero-width space', 'adm\u200Bin'],
    ['a UUID', '0b54b5b2-0f5c-4b0e-9d0e-1f2a3b4c5d6e'],
    ['a script', '<script>alert(1)</script>'],
    ['emoji', '😀'.repeat(10_000)],
    ['too few', 'ab'],
    ['too many', 'x'.repeat(31)],
    ['nothing', ''],
  ])('X-11 a name with %s is none', async (_, username) => {
    const refused = await change(await graph.person(), username)
    expect([refused.status, refused.hint]).toEqual([400, 'username_invalid'])
  })

  test('X-11 who signs up under a reserved name has none', async () => {
    expect(await find(await graph.person('cortexia_support'))).toMatchObject({ username: null, state: 'here' })
  })
})

describe('a new name', () => {
  test('leads on from the old one for thirty days, in which nobody else takes that', async () => {
    const [person, other] = [await graph.person('ancienne'), await graph.person()]
    const changed = await change(person, '@Nouvelle')
    expect(changed.status).toBe(200)
    expect(await find('ANCIENNE')).toEqual({ id: person, username: 'nouvelle', state: 'moved' })
    const taken = await change(other, 'ancienne')
    expect([taken.status, taken.hint]).toEqual([409, 'username_taken'])
    const direct = await graph.rest.ask(other, 'PATCH', `profiles?id=eq.${other}`, { body: { username: 'ancienne' } })
    expect(direct.hint).toBe('username_taken')
    const signedUp = await graph.person('ancienne')
    expect(await find(signedUp)).toMatchObject({ username: null, state: 'here' })
    expect((await change(person, 'ancienne')).status).toBe(200)
    expect(await find('nouvelle')).toMatchObject({ username: 'ancienne', state: 'moved' })
    await graph.run(
      `update app.username_history set reserved_until = now() - interval '1 second' where username = 'nouvelle'`,
    )
    expect(await find('nouvelle')).toEqual({ id: null, username: null, state: 'missing' })
    expect((await change(other, 'nouvelle')).status).toBe(200)
  })

  test('that is taken comes with two that are free', async () => {
    const [, person] = [await graph.person('fatou'), await graph.person()]
    await graph.person('fatou2')
    const taken = await change(person, 'Fatou')
    expect([taken.status, taken.hint]).toEqual([409, 'username_taken'])
    const suggestions = JSON.parse(taken.details ?? '[]') as string[]
    expect(suggestions).toEqual(['fatou3', 'fatou4'])
    for (const username of suggestions) expect((await change(person, username)).status).toBe(200)
  })

  test('is had by one of two who want it at the same moment', async () => {
    const people = await Promise.all([1, 2, 3, 4].map(() => graph.person()))
    const answers = await Promise.all(people.map((person) => change(person, 'baobab')))
    expect(answers.map(({ status }) => status).toSorted((a, b) => a - b)).toEqual([200, 409, 409, 409])
  })

  test('comes five times in thirty days: each old one is kept from others', async () => {
    const person = await graph.person('zero')
    for (const username of ['une', 'deux', 'trois', 'quatre', 'cinq'])
      expect((await change(person, username)).status).toBe(200)
    const stopped = await change(person, 'six')
    expect([stopped.status, stopped.hint]).toEqual([429, 'too_many_usernames'])
    expect((await change(person, 'quatre')).status).toBe(200)
  })
})

test('an id, a name and who is not to be found', async () => {
  const [person, blocked, suspended] = [await graph.person('sena'), await graph.person(), await graph.person('banni')]
  await graph.block(person, blocked)
  await graph.run(`update public.profiles set status = 'suspended' where id = $1`, [suspended])
  expect(await find(person.toUpperCase())).toEqual({ id: person, username: 'sena', state: 'here' })
  expect(await find('sena', blocked)).toEqual({ id: person, username: null, state: 'blocked_by_them' })
  expect(await find('banni')).toEqual({ id: suspended, username: 'banni', state: 'suspended' })
  for (const handle of ['personne', crypto.randomUUID(), '', "' or 1=1 --", '😀'.repeat(10_000)])
    expect(await find(handle)).toEqual({ id: null, username: null, state: 'missing' })
})
