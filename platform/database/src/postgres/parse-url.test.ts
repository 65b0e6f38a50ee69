import { expect, it } from 'vitest'

import { parseUrl } from './parse-url.ts'

it.each([
  [
    'postgres://boss:p%40ss@db.example:6543/shop',
    { host: 'db.example', port: 6543, user: 'boss', password: 'p@ss', database: 'shop' },
  ],
  ['postgresql://boss@localhost', { host: 'localhost', port: 5432, user: 'boss', database: 'boss' }],
  [
    'postgres://boss@localhost/shop?host=%2Frun%2Fpg&port=5433',
    { host: '/run/pg', port: 5433, user: 'boss', database: 'shop' },
  ],
  ['postgres://[::1]:5432/shop?user=boss', { host: '::1', port: 5432, user: 'boss', database: 'shop' }],
])('%s', (url, login) => {
  expect(parseUrl(url)).toEqual(login)
})

it('turns TLS on as the URL says', () => {
  expect(parseUrl('postgres://boss@db/shop?sslmode=verify-full')).toMatchObject({ ssl: {} })
  expect(parseUrl('postgres://boss@db/shop?sslmode=disable')).toMatchObject({ ssl: false })
})
