/** What PostgreSQL has done, and could not say any more. */
import { once } from 'node:events'
import { connect, createServer, type AddressInfo } from 'node:net'

import { expect, it } from 'vitest'

import { startAuthServer } from '../../testing/auth-server.ts'

/** Passes everything on, and hangs up instead of giving the answer to the first statement that holds these words. */
async function wayThatLoses(words: string, url: string) {
  const to = new URL(url)
  const folder = to.searchParams.get('host')
  const port = Number(to.searchParams.get('port') ?? to.port)
  const place = folder === null ? { host: to.hostname, port } : { path: `${folder}/.s.PGSQL.${port}` }
  let lost = 0
  const relay = createServer((here) => {
    const there = connect(place)
    let isAsked = false
    here.on('data', (bytes) => {
      isAsked ||= lost === 0 && bytes.includes(words)
      there.write(bytes)
    })
    there.on('data', (bytes) => {
      if (!isAsked) return here.write(bytes)
      lost += 1
      return [here, there].forEach((socket) => socket.destroy())
    })
    for (const [one, other] of [
      [here, there],
      [there, here],
    ] as const)
      one.on('error', () => other.destroy()).on('close', () => other.destroy())
  }).listen(0, '127.0.0.1')
  await once(relay, 'listening')
  to.search = ''
  to.hostname = '127.0.0.1'
  to.port = String((relay.address() as AddressInfo).port)
  return { url: to.href, lost: () => lost, [Symbol.dispose]: () => void relay.close() }
}

it('a sign-in whose answer was lost is the one session that was opened', async () => {
  let way: Awaited<ReturnType<typeof wayThatLoses>> | undefined
  const through = async (url: string) => (way = await wayThatLoses('and encrypted_password = $7', url)).url
  await using server = await startAuthServer({ through })
  using _ = way
  const body = { email: 'ada@shop.example', password: 'correct horse' }
  const { status } = await server.call('POST', '/signup', { body })
  expect([status, way?.lost()]).toEqual([200, 0])
  const signedIn = await server.call('POST', '/token?grant_type=password', { body })
  expect([signedIn.status, way?.lost()]).toEqual([200, 1])
  const again = { body: { refresh_token: signedIn.body.refresh_token } }
  expect((await server.call('POST', '/token?grant_type=refresh_token', again)).status).toBe(200)
  const count = 'select count(*)::int from auth.sessions'
  expect(await server.sql(count)).toEqual([{ count: 2 }])
})
