import { expect, it } from 'vitest'

import { readConfig } from '../settings/config.ts'
import { databaseConfig } from './database.ts'

it('takes pools and the login of requests as they are given, and no login beside nothing', () => {
  const url = 'postgres://boss@db/shop'
  const gatewayUrl = 'postgres://authenticator@pooler/shop'
  const config = readConfig({ DATABASE_URL: url, DATABASE_GATEWAY_URL: gatewayUrl, DATABASE_POOL: '3' })
  expect(databaseConfig(config)).toEqual({ kind: 'postgres', url, gatewayUrl, pools: { gateway: 3, system: 4 } })
  expect(() => readConfig({ DATABASE_GATEWAY_URL: gatewayUrl })).toThrow(/DATABASE_URL +is missing/)
})
