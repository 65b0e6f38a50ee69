import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

import { createClient } from '@supabase/supabase-js'
import { afterAll, beforeAll, expect, it, vi } from 'vitest'

import { composeSystem, readConfig, rotateKeys, SettingsError, type Config } from '../index.ts'

let root: string
let config: Config
beforeAll(async () => {
  root = await mkdtemp(join(tmpdir(), 'rotation-'))
  config = readConfig({ PORT: '0', LOG_LEVEL: 'silent', SEED_DEMO: 'off' }, { root })
})
afterAll(() => rm(root, { recursive: true }))

it('A-30 a running server signs with the next key, and its own keys outlive the turn and a restart', async () => {
  const system = await composeSystem(config)
  const client = createClient(system.url, system.anonKey, { auth: { persistSession: false } })
  const { data } = await client.auth.signUp({ email: 'ada@shop.example', password: 'correct horse' })
  const token = data.session!.access_token
  await expect(rotateKeys(config, { isLeaked: false })).rejects.toThrow('The next key was published')
  const { current, standby } = await rotateKeys(config, { isLeaked: true })
  await vi.waitFor(async () => expect((await client.auth.getUser(token)).error?.status).toBe(403), 60_000)
  const signedIn = await client.auth.signInWithPassword({ email: 'ada@shop.example', password: 'correct horse' })
  const claims = await client.auth.getClaims(signedIn.data.session!.access_token)
  expect(claims.data?.header.kid).toBe(current)
  await system.close()

  expect((await rotateKeys(config, { isLeaked: true })).current).toBe(standby)
  await using again = await composeSystem(config)
  for (const key of [again.anonKey, again.serviceRoleKey]) {
    const answer = await fetch(`${again.url}/auth/v1/admin/users`, {
      headers: { apikey: key, authorization: `Bearer ${key}` },
    })
    expect(answer.status).toBe(key === again.serviceRoleKey ? 200 : 403)
  }
  expect(again.anonKey).toBe(system.anonKey)
})

it('codes that everybody may know are for servers that nobody else reaches', async () => {
  const reachable = readConfig(
    {
      PORT: '0',
      LOG_LEVEL: 'silent',
      SEED_DEMO: 'off',
      PUBLIC_URL: 'https://shop.example',
      SMS_TEST_OTP: '22990000001=135790',
    },
    { root },
  )
  await expect(composeSystem(reachable)).rejects.toThrow(SettingsError)
})
