/** Whoever publishes has a username, and nobody is shown by their address. */
import { afterAll, beforeAll, expect, test } from 'vitest'

import { usernameCases } from '../../../app/src/entities/profile/username/username-cases.ts'
import { openGraph, type Graph } from './graph-people.ts'

let graph: Graph
beforeAll(async () => {
  graph = await openGraph()
})
afterAll(() => graph[Symbol.asyncDispose]())

let people = 0
/** Somebody who signed up without a username. */
async function signUp(names: { first_name?: string; last_name?: string }, address = 'secret.address'): Promise<string> {
  people += 1
  const id = `0b54b5b2-0f5c-4b0e-9d0e-${String(people).padStart(12, '0')}`
  await graph.run('insert into auth.users (id, email, raw_user_meta_data) values ($1, $2, $3)', [
    id,
    `${address}${people}@example.com`,
    JSON.stringify(names),
  ])
  return id
}
const shown = async (person: string) =>
  (await graph.rest.ask(null, 'GET', `profiles?select=username,display_name&id=eq.${person}`)).rows[0]

test.each(usernameCases)('« %s » is %s as a username, as the app proposes it', async (name, username) => {
  expect(await graph.run('select app.username_from($1) as value', [name])).toBe(username)
})

test('a first publication names its author after their names', async () => {
  const person = await signUp({ first_name: 'Aïssatou', last_name: 'N’Diaye Sy' })
  expect(await shown(person)).toMatchObject({ username: null })
  await graph.post(person, 'Pirogue')
  expect(await shown(person)).toEqual({ username: 'aissatou.ndiaye.sy', display_name: 'Aïssatou N’Diaye Sy' })
})

test('of two with the same names the second has a free one', async () => {
  const [first, second] = [await signUp({ first_name: 'Fatou' }), await signUp({ first_name: 'Fatou' })]
  await graph.post(first, 'Marché')
  await graph.post(second, 'Lagune')
  expect(await shown(first)).toMatchObject({ username: 'fatou' })
  expect(await shown(second)).toMatchObject({ username: 'fatou2' })
})

test.each([{ first_name: 'Admin' }, { first_name: 'Li' }, { first_name: '李小龙' }, {}])(
  '%o, of which no username can be made, gets one all the same, and none of the address',
  async (names) => {
    const person = await signUp(names)
    await graph.post(person, 'Baobab')
    const { username, display_name: name } = (await shown(person)) ?? {}
    expect(username).toMatch(/^ami\d+$/u)
    expect(name).not.toContain('secret')
  },
)

test('a chosen username stays when its person publishes', async () => {
  const person = await signUp({ first_name: 'Koffi' })
  await graph.call(person, 'change_username', { username: 'le_grand_koffi' })
  await graph.post(person, 'Zémidjan')
  expect(await shown(person)).toMatchObject({ username: 'le_grand_koffi' })
})

test('two publications at the same moment do not wait for each other', async () => {
  const person = await signUp({ first_name: 'Yao' })
  await Promise.all([graph.post(person, 'Une'), graph.post(person, 'Deux')])
  expect(await shown(person)).toMatchObject({ username: 'yao' })
})

test('a publication that is refused gives no username', async () => {
  const person = await signUp({ first_name: 'Sena' })
  const refused = await graph.rest.ask(person, 'POST', 'feed_posts', {
    body: { prompt: 'x', image_url: 'http://x/storage/v1/object/public/generated-images/none.webp' },
  })
  expect(refused.hint).toBe('image_not_own')
  expect(await shown(person)).toMatchObject({ username: null })
})

test('for a name that is reserved, or looks like one, free ones are offered that do not', async () => {
  const person = await signUp({ first_name: 'Afi', last_name: 'Mensah' })
  for (const username of ['admin', 'adm1n', 'cortexia_officiel']) {
    const { answer } = await graph.call(person, 'username_free', { username })
    expect(answer).toEqual({ free: false, problem: 'username_reserved', suggestions: ['afi.mensah', 'afi.mensah2'] })
    const refused = await graph.call(person, 'change_username', { username })
    expect([refused.hint, JSON.parse(refused.details ?? '[]')]).toEqual([
      'username_reserved',
      ['afi.mensah', 'afi.mensah2'],
    ])
  }
  const nameless = await graph.call(await signUp({}), 'username_free', { username: 'support' })
  expect(nameless.answer).toHaveProperty('suggestions', [
    expect.stringMatching(/^ami\d+$/u),
    expect.stringMatching(/^ami\d+$/u),
  ])
})
