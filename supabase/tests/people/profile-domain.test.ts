/** profile-domain by HTTP: a domain stands beside a name once its own records say so, and goes when they no longer do. */
import { afterAll, beforeAll, beforeEach, expect, test, vi } from 'vitest'

import { asClusterOwner, startSystem, type RunningSystem } from '../../../tests/support/start-system.ts'
import { person, type Person } from '../billing/payment-callers.ts'
import { NameServer } from '../support/name-server.ts'

let system: RunningSystem
let names: NameServer
beforeAll(async () => {
  names = await NameServer.open()
  vi.stubEnv('DNS_SERVER', names.address)
  system = await startSystem()
})
afterAll(async () => {
  vi.unstubAllEnvs()
  await system[Symbol.asyncDispose]()
  await names[Symbol.asyncDispose]()
})
beforeEach(() => {
  names.records.clear()
  names.isSilent = false
})

async function asked({ token }: Person, domain: unknown): Promise<[number, Record<string, unknown>]> {
  const headers = { authorization: `Bearer ${token}`, 'content-type': 'application/json' }
  const url = `${system.url}/functions/v1/profile-domain`
  const response = await fetch(url, { method: 'POST', headers, body: JSON.stringify({ domain }) })
  return [response.status, (await response.json()) as Record<string, unknown>]
}

async function shown({ client, id }: Person): Promise<unknown> {
  return (await client.from('profiles').select('verified_domain').eq('id', id).single()).data?.verified_domain
}

/** Of a schedule: what is due is looked at. */
async function lookAgain(): Promise<void> {
  await asClusterOwner(system.dataFolder, `update app.domain_proofs set checked_at = now() - interval '8 days'`)
  const headers = { authorization: `Bearer ${system.serviceRoleKey}`, 'content-type': 'application/json' }
  const answer = await fetch(`${system.url}/functions/v1/account-worker`, { method: 'POST', headers, body: '{}' })
  expect(answer.status).toBe(200)
}

test('it stands there once the record names its owner, and nobody else can say so', async () => {
  const [awa, kossi] = [await person(system), await person(system)]
  expect(await asked(awa, 'https://Example.com/moi')).toEqual([200, { domain: 'example.com', is_proven: false }])
  names.records.set('_cortexia.example.com', `cortexia=${awa.id}`)
  expect(await asked(kossi, 'example.com')).toMatchObject([200, { is_proven: false }])
  expect(await asked(awa, 'example.com')).toMatchObject([200, { is_proven: true }])
  expect([await shown(awa), await shown(kossi)]).toEqual(['example.com', null])
  const { error } = await kossi.client.from('profiles').update({ verified_domain: 'example.com' }).eq('id', kossi.id)
  expect(error?.code).toBe('42501')
  await awa.client.rpc('drop_domain').throwOnError()
  expect(await shown(awa)).toBe(null)
})

test('what is no domain, too many, and a name server that does not answer', async () => {
  const awa = await person(system)
  for (const domain of ['localhost', '127.0.0.1', 'a b.com', '-x.com', '', 'x'.repeat(301)])
    expect([domain, (await asked(awa, domain))[0]]).toEqual([domain, 400])
  for (let time = 0; time < 20; time += 1) await awa.client.rpc('ask_domain', { domain: 'example.org' }).throwOnError()
  expect(await asked(awa, 'example.org')).toMatchObject([429, { code: 'throttled' }])
  names.isSilent = true
  expect(await asked(await person(system), 'example.org')).toMatchObject([503, { code: 'domain_unread' }])
}, 60_000)

test('missing on three days in a row it goes, and the person is told; a silent name server takes nothing away', async () => {
  const awa = await person(system)
  const name = '_cortexia.awa.example'
  names.records.set(name, `cortexia=${awa.id}`)
  await asked(awa, 'awa.example')
  names.records.clear()
  await lookAgain()
  await lookAgain()
  names.records.set(name, `cortexia=${awa.id}`)
  await lookAgain()
  names.isSilent = true
  await lookAgain()
  names.isSilent = false
  names.records.clear()
  for (const time of [1, 2, 3]) {
    expect([time, await shown(awa)]).toEqual([time, 'awa.example'])
    await lookAgain()
  }
  expect(await shown(awa)).toBe(null)
  const told = await awa.client.from('notifications').select('data').eq('type', 'system')
  expect(told.data).toMatchObject([{ data: { what: 'domain_lost', domain: 'awa.example' } }])
}, 60_000)
