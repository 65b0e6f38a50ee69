import { randomUUID } from 'node:crypto'

import { databaseMigrations, systemSession } from '@platform/database'
import { decodeProtectedHeader } from 'jose'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'

import { createTestDatabase, type TestDatabase } from '../../../../../tests/support/test-database.ts'
import type { AuthEvent } from '../../events.ts'
import { authMigrations } from '../../store/migrations.ts'
import { createSealer } from '../../store/seal.ts'
import { createIdentify } from '../identify.ts'
import { createKeys, generateAuthSecrets, publicMembers, type AuthSecrets, type Keys } from '../keys.ts'
import { followSigningKeys } from './follow.ts'
import { rotateSigningKeys, TooSoonError } from './ring.ts'

const ISSUER = 'https://shop.example/auth/v1'
const LIFE = 3600

let database: TestDatabase
let secrets: AuthSecrets
let resources: AsyncDisposableStack
beforeEach(async () => {
  database = await createTestDatabase({ migrations: [databaseMigrations, authMigrations] })
  secrets = await generateAuthSecrets()
  resources = new AsyncDisposableStack()
  resources.defer(() => database.dispose())
})
afterEach(() => resources.disposeAsync())

interface Node {
  readonly keys: Keys
  readonly events: AuthEvent[]
  accepts(token: string): Promise<string>
  token(): Promise<string>
}

/** One process of several. */
async function startNode(options: { jwtSecret?: string; sealedWith?: string; pollMs?: number } = {}): Promise<Node> {
  const { jwtSecret, sealedWith = 'a secret of all processes', pollMs = 3_600_000 } = options
  const keys = await createKeys({ secrets, jwtSecret })
  const identify = createIdentify({ keys, issuer: ISSUER })
  const events: AuthEvent[] = []
  const following = await followSigningKeys({
    database: database.databases.system,
    keys,
    sealer: createSealer([sealedWith]),
    root: jwtSecret === undefined ? secrets.signingKey : null,
    observe: (event) => events.push(event),
    pollMs,
  })
  resources.use(following)
  return {
    keys,
    events,
    accepts: (token) =>
      identify({ authorization: `Bearer ${token}` }).then(
        ({ role }) => role,
        (error: Error) => error.message,
      ),
    token: () => {
      const now = Math.floor(Date.now() / 1000)
      return keys.sign({
        iss: ISSUER,
        sub: randomUUID(),
        aud: 'authenticated',
        role: 'authenticated',
        iat: now,
        exp: now + LIFE,
      })
    },
  }
}

const sql = (text: string) => database.databases.system.write(systemSession, (tx) => tx.execute(text))
const ageStandby = () =>
  sql(`update auth.signing_keys set created_at = now() - interval '1 day' where state = 'standby'`)

async function rotate(isLeaked = false) {
  await ageStandby()
  const sealer = createSealer(['a secret of all processes'])
  return rotateSigningKeys({ database: database.databases.system, sealer, accessTokenSeconds: LIFE, isLeaked })
}

const kidOf = (token: string) => decodeProtectedHeader(token).kid
const publishedBy = ({ keys }: Node) => keys.jwks.keys.map(({ kid }) => kid)
const NO_KEY = 'No suitable key was found to decode the token'

describe('the ring of signing keys', () => {
  it('A-30 turns at every process, and old tokens last until they expire', async () => {
    const [one, two] = [await startNode(), await startNode()]
    const old = await one.token()
    expect(kidOf(old)).toBe(secrets.signingKey.kid)
    const standby = publishedBy(two).find((kid) => kid !== secrets.signingKey.kid)

    const { current } = await rotate()
    expect(current).toBe(standby)
    await vi.waitFor(async () => {
      for (const node of [one, two]) expect(kidOf(await node.token())).toBe(current)
    }, 60_000)
    expect(await two.accepts(await one.token())).toBe('authenticated')
    expect(await two.accepts(old)).toBe('authenticated')
    expect(publishedBy(one)).toHaveLength(3)

    await sql(`update auth.signing_keys set verify_until = now() where state = 'previous'`)
    await sql(`notify auth_signing_keys`)
    await vi.waitFor(async () => expect(await two.accepts(old)).toBe(NO_KEY), 30_000)
    expect(publishedBy(two)).not.toContain(secrets.signingKey.kid)
  })

  it('A-30 is read again when nobody told of its turn', async () => {
    const node = await startNode({ pollMs: 50 })
    await ageStandby()
    await sql(
      `update auth.signing_keys set state = 'previous', verify_until = now() + interval '1 hour' where state = 'current'`,
    )
    await sql(`update auth.signing_keys set state = 'current' where state = 'standby'`)
    await vi.waitFor(async () => expect(kidOf(await node.token())).not.toBe(secrets.signingKey.kid), 30_000)
  })

  it('A-30 publishes no private member', async () => {
    const node = await startNode()
    await rotate()
    await vi.waitFor(() => expect(publishedBy(node)).toHaveLength(3), 30_000)
    const members = new Set(node.keys.jwks.keys.flatMap((key) => Object.keys(key)))
    expect([...members].sort()).toEqual(['alg', 'crv', 'key_ops', 'kid', 'kty', 'use', 'x', 'y'])
  })

  it('A-30 a verifying key ends on time, also without a word from the database', async () => {
    const node = await startNode()
    const old = await node.token()
    const root = publicMembers(secrets.signingKey)
    const until = Date.now() + 60_000
    const standby = (await createKeys({ secrets: await generateAuthSecrets() })).jwks.keys[0]!
    await node.keys.useRing([
      { jwk: root, privateJwk: null, state: 'previous', verifyUntil: until },
      { jwk: standby, privateJwk: (await generateAuthSecrets()).signingKey, state: 'current', verifyUntil: null },
    ])
    expect(await node.accepts(old)).toBe('authenticated')
    vi.useFakeTimers({ now: until + 1, toFake: ['Date'] })
    try {
      expect(node.keys.find(secrets.signingKey.kid)).toBeNull()
    } finally {
      vi.useRealTimers()
    }
  })

  it('A-30 keeps the server’s own two keys good, and signs no others with the key of then', async () => {
    const node = await startNode()
    const before = await createKeys({ secrets })
    await rotate()
    await rotate()
    await sql(`update auth.signing_keys set verify_until = now() where state = 'previous'`)
    await sql(`notify auth_signing_keys`)
    const now = Math.floor(Date.now() / 1000)
    const forged = await before.sign({ iss: 'supabase', role: 'service_role', iat: now, exp: now + 60 })
    await vi.waitFor(async () => expect(await node.accepts(forged)).toBe(NO_KEY), 30_000)
    expect(await node.accepts(secrets.anonKey)).toBe('anon')
    expect(await node.accepts(secrets.serviceRoleKey)).toBe('service_role')
  })

  it('A-30 ends the tokens of a leaked key at once, also those that were seen before', async () => {
    const node = await startNode()
    const token = await node.token()
    expect(await node.accepts(token)).toBe('authenticated')
    await rotate(true)
    await vi.waitFor(async () => expect(await node.accepts(token)).toBe(NO_KEY), 30_000)
  })

  it('does not turn before clients can know the next key', async () => {
    await startNode()
    const sealer = createSealer(['a secret of all processes'])
    const turning = rotateSigningKeys({ database: database.databases.system, sealer, accessTokenSeconds: LIFE })
    await expect(turning).rejects.toThrow(TooSoonError)
  })

  it('takes over from a shared secret, whose tokens stay good', async () => {
    const node = await startNode({ jwtSecret: 'forty characters that everybody here has' })
    const old = await node.token()
    expect(kidOf(old)).toBeUndefined()
    const { current } = await rotate()
    await vi.waitFor(async () => expect(kidOf(await node.token())).toBe(current), 30_000)
    expect(await node.accepts(old)).toBe('authenticated')
    expect(await node.accepts(node.keys.anonKey)).toBe('anon')
  })

  it('lets a process that cannot open the current key sign with what all of them accept', async () => {
    const jwtSecret = 'forty characters that everybody here has'
    const [one, stranger] = [await startNode({ jwtSecret }), await startNode({ jwtSecret, sealedWith: 'another' })]
    await rotate()
    await vi.waitFor(async () => expect(kidOf(await one.token())).toBeDefined(), 30_000)
    expect(await one.accepts(await stranger.token())).toBe('authenticated')
    await vi.waitFor(async () => expect(await stranger.accepts(await one.token())).toBe('authenticated'), 30_000)
  })

  it('is one ring, however many processes start at once', async () => {
    await Promise.all([startNode(), startNode(), startNode()])
    const rows = await database.databases.system.read(systemSession, (tx) =>
      tx.query<{ state: string }>('select state from auth.signing_keys order by state'),
    )
    expect(rows).toEqual([{ state: 'current' }, { state: 'standby' }])
  })
})
