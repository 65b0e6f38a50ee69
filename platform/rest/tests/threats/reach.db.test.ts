/** What lies outside the exposed schemas is out of reach, and so are tools that are not switched on. */
import { afterAll, beforeAll, describe, expect, test } from 'vitest'

import { ada, openShop, reader, service, type Shop } from '../../testing/shop.ts'

let shop: Shop
beforeAll(async () => {
  shop = await openShop()
})
afterAll(() => shop[Symbol.asyncDispose]())

describe('other schemas', () => {
  test.each(['auth', 'pg_catalog', 'information_schema', 'extensions', 'pg_temp', 'public, auth', '"auth"', ''])(
    'R-05 the profile %j',
    async (profile) => {
      for (const headers of [{}, service]) {
        const read = await shop.get('/users', { ...headers, 'accept-profile': profile })
        expect([read.statusCode, read.json().code]).toEqual([406, 'PGRST106'])
        const write = await shop.send('POST', '/users', {
          headers: { ...headers, 'content-profile': profile },
          body: {},
        })
        expect([write.statusCode, write.json().code]).toEqual([406, 'PGRST106'])
      }
    },
  )

  test.each([
    'auth.users',
    '%22auth%22.%22users%22',
    'pg_class',
    'pg_catalog.pg_class',
    'pg_roles',
    'pg_stat_activity',
  ])('R-05 the table %s', async (name) => {
    const answer = await shop.get(`/${name}`, service)
    expect([answer.statusCode, answer.json().code]).toEqual([404, 'PGRST205'])
  })

  test.each(['auth.users', 'users', 'pg_class', 'auth.users!inner'])('R-05 the embed %s', async (name) => {
    const answer = await shop.get(`/books?select=*,${name}(*)`, service)
    expect(answer.statusCode).toBe(400)
  })

  test.each([
    ['pg_sleep', { seconds: 1 }],
    ['lo_export', { loid: 1, filename: '/tmp/x' }],
    ['set_config', { setting_name: 'role', new_value: 'postgres', is_local: false }],
    ['pg_read_file', { filename: '/etc/passwd' }],
    ['pg_terminate_backend', { pid: 1 }],
    ['query_to_xml', { query: 'select 1' }],
    ['dblink', { text: 'select 1' }],
    ['uid', {}],
  ])('R-05 the function %s', async (name, body) => {
    const answer = await shop.send('POST', `/rpc/${name}`, { headers: service, body })
    expect([answer.statusCode, answer.json().code]).toEqual([404, 'PGRST202'])
  })

  test('R-05 the root names only what the role may see', async () => {
    interface Document {
      paths: object
    }
    const paths = async (headers: Record<string, string>) =>
      Object.keys((await shop.get('/', headers)).json<Document>().paths)
    const [visitors, readers, owners] = [await paths({}), await paths(reader(ada)), await paths(service)]
    expect(visitors).not.toEqual(expect.arrayContaining(['/secrets']))
    expect(visitors).not.toEqual(expect.arrayContaining(['/members']))
    expect(visitors).not.toEqual(expect.arrayContaining(['/rpc/hidden_sum']))
    expect(readers).toEqual(expect.arrayContaining(['/members']))
    expect(owners).toEqual(expect.arrayContaining(['/secrets', '/rpc/hidden_sum']))
    await using silent = await openShop({ servesOpenApi: false })
    expect((await silent.get('/', service)).json()).toMatchObject({ code: 'PGRST126' })
  })
})

describe('what is not switched on', () => {
  test.each(['price.sum()', 'count()', 'id.max()', '...publishers(id.count())', 'publishers(id.max())'])(
    'R-15 the aggregate %s',
    async (select) => {
      const answer = await shop.get(`/books?select=${select}`, service)
      expect([answer.statusCode, answer.json().code]).toEqual([400, 'PGRST123'])
    },
  )

  test.each([
    'application/vnd.pgrst.plan',
    'application/vnd.pgrst.plan+json',
    'application/vnd.pgrst.plan+text; options=analyze',
  ])('R-15 the plan as %s', async (accept) => {
    const answer = await shop.get('/books', { ...service, accept })
    expect([answer.statusCode, answer.json().code]).toEqual([406, 'PGRST107'])
  })
})
