/** Names shown to others that pass for the house. */
import { afterAll, beforeAll, describe, expect, test } from 'vitest'

import { openGraph, type Graph } from './graph-people.ts'

let graph: Graph
beforeAll(async () => {
  graph = await openGraph()
})
afterAll(() => graph[Symbol.asyncDispose]())

const rename = (person: string, names: object) =>
  graph.rest.ask(person, 'PATCH', `profiles?id=eq.${person}&select=display_name`, { body: names })
const shown = async (person: string) =>
  (await graph.rest.ask(null, 'GET', `profiles?select=display_name&id=eq.${person}`)).rows[0]?.['display_name']

const ofTheHouse = [
  'Cortexia Support ✓',
  'Cortexia',
  'C O R T E X I A',
  'Équipe Cortexia 🎨',
  'C0rtex1a',
  'C\u03BFrtexia',
  '\u0421\u043Ert\u0435xia',
  'Support',
  'support technique',
  '\u0405upp\u043Ert',
  'SUPP\u039FRT',
  'ｓｕｐｐｏｒｔ',
  '𝐒𝐮𝐩𝐩𝐨𝐫𝐭',
  'ꜱᴜᴘᴘᴏʀᴛ',
  'S.u.p.p.o.r.t',
  'Administrateur',
  'Administratrice',
  'Àdmìn',
  'Adm1n',
  'Équipe de modération',
  'Compte officiel',
  'Service de sécurité',
  'Awa ✔',
  'Awa ☑️',
  'Awa ✅',
]

const ofPeople = [
  'Awa Koné',
  'Admin Koné',
  'Aïde Mensah',
  'Le grand Kossi',
  'Team Awa',
  'Équipe de rêve',
  'Supportez-moi',
  'Σωκράτης',
  'Александр',
  'محمد',
  '李小龙',
  'Ōmega ★',
]

describe('X-11 names that pass for the house', () => {
  test.each(ofTheHouse)('X-11 « %s » is not to be had, chosen or made of two', async (name) => {
    const person = await graph.person()
    const before = await shown(person)
    expect(await rename(person, { chosen_name: name })).toMatchObject({ status: 400, hint: 'name_reserved' })
    expect(await rename(person, { first_name: name, last_name: null })).toMatchObject({
      status: 400,
      hint: 'name_reserved',
    })
    expect(await shown(person)).toEqual(before)
  })

  test.each(ofPeople)('X-11 « %s » is a person', async (name) => {
    const person = await graph.person()
    expect((await rename(person, { chosen_name: name })).status).toBeLessThan(300)
  })

  test('X-11 a name in two parts is read as the one that is shown', async () => {
    const person = await graph.person()
    expect(await rename(person, { first_name: 'Support', last_name: 'Officiel' })).toMatchObject({ status: 400 })
    expect((await rename(person, { first_name: 'Support', last_name: 'Diallo' })).status).toBeLessThan(300)
  })

  test('X-11 nobody comes in under such a name by signing up, by metadata or by address', async () => {
    const metadata = JSON.stringify({ first_name: 'Cortexia', last_name: 'Support' })
    await graph.run(
      `insert into auth.users (id, email, raw_user_meta_data) values
         ('0b54b5b2-0f5c-4b0e-9d0e-1f2a3b4c0001', 'someone@example.com', $1),
         ('0b54b5b2-0f5c-4b0e-9d0e-1f2a3b4c0002', 'support@example.com', '{}')`,
      [metadata],
    )
    expect(await shown('0b54b5b2-0f5c-4b0e-9d0e-1f2a3b4c0001')).toBe('Utilisateur0001')
    expect(await shown('0b54b5b2-0f5c-4b0e-9d0e-1f2a3b4c0002')).toBe('Utilisateur0002')
  })

  test('X-11 whoever acts for the house may name it', async () => {
    const person = await graph.person()
    await graph.run(`update public.profiles set chosen_name = 'Cortexia' where id = $1`, [person])
    expect(await shown(person)).toBe('Cortexia')
    expect((await rename(person, { bio: 'Bonjour' })).status).toBeLessThan(300)
  })
})
