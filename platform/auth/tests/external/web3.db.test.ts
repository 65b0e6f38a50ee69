import { afterAll, beforeAll, describe, expect, it } from 'vitest'

import { startAuthServer, type AuthServer } from '../../testing/auth-server.ts'
import { createEthereumWallet, createSolanaWallet, type SolanaWallet } from '../../testing/wallets.ts'

let server: AuthServer
beforeAll(async () => {
  server = await startAuthServer({
    change: (config) => ({
      ...config,
      redirectUrls: ['https://branch.example/**'],
      web3: { ethereum: true, solana: true },
    }),
  })
})
afterAll(() => server[Symbol.asyncDispose]())

const at = (minutes: number) => new Date(Date.now() + minutes * 60_000).toISOString()

interface Parts {
  readonly domain?: string
  readonly uri?: string
  readonly version?: string
  readonly issuedAt?: string | null
  readonly extra?: readonly string[]
}

const lines = ({
  domain = 'shop.example',
  uri = 'https://shop.example/in',
  version = '1',
  issuedAt = at(0),
}: Parts) => ({
  domain,
  facts: [`URI: ${uri}`, `Version: ${version}`],
  issued: issuedAt === null ? [] : [`Issued At: ${issuedAt}`],
})

function ethereumText(address: string, parts: Parts = {}): string {
  const { domain, facts, issued } = lines(parts)
  const header = `${domain} wants you to sign in with your Ethereum account:`
  const nonce = `Nonce: ${Math.random().toString(36).slice(2)}0000`
  return [
    header,
    address,
    '',
    'Read books',
    '',
    ...facts,
    'Chain ID: 1',
    nonce,
    ...issued,
    ...(parts.extra ?? []),
  ].join('\n')
}

function solanaText(address: string, parts: Parts = {}): string {
  const { domain, facts, issued } = lines(parts)
  const header = `${domain} wants you to sign in with your Solana account:`
  return [header, address, '', ...facts, ...issued, ...(parts.extra ?? [])].join('\n')
}

const present = (chain: string, message: string, signature: string) =>
  server.call('POST', '/token?grant_type=web3', { body: { chain, message, signature } })

const chains = ['ethereum', 'solana'] as const

/** A wallet of a chain that signs what `parts` say. */
function sign(chain: (typeof chains)[number], parts: Parts = {}) {
  if (chain === 'ethereum') {
    const wallet = createEthereumWallet()
    const message = ethereumText(wallet.address, parts)
    return { address: wallet.address, message, signature: wallet.sign(message) }
  }
  const wallet = createSolanaWallet()
  const message = solanaText(wallet.address, parts)
  return { address: wallet.address, message, signature: wallet.sign(message) }
}

describe('a wallet, by the official client', () => {
  it('of Ethereum signs in, and finds the same person again', async () => {
    const wallet = createEthereumWallet()
    const credentials = {
      chain: 'ethereum' as const,
      wallet: wallet as never,
      statement: 'Read books',
      options: { url: 'https://shop.example/sign-in' },
    }
    const client = server.client()
    const { data, error } = await client.auth.signInWithWeb3(credentials)
    expect(error).toBeNull()
    const id = `web3:ethereum:${wallet.address}`
    const claims = { address: wallet.address, chain: 'ethereum', network: '1', domain: 'shop.example' }
    expect(data.user).toMatchObject({
      email: '',
      is_anonymous: false,
      app_metadata: { provider: 'web3', providers: ['web3'] },
      user_metadata: { sub: id, custom_claims: { ...claims, statement: 'Read books' } },
      identities: [{ provider: 'web3', id, identity_data: { sub: id, custom_claims: claims } }],
    })
    expect((await client.auth.getClaims()).data!.claims.amr).toMatchObject([{ method: 'web3' }])
    expect(server.events).toContainEqual({ kind: 'auth.signed-in', userId: data.user!.id, method: 'web3' })
    const again = await server.client().auth.signInWithWeb3(credentials)
    expect(again.data.user).toMatchObject({ id: data.user!.id, identities: [{ id }] })
  })

  it('of Ethereum signs in by message and signature, however the address is written', async () => {
    const wallet = createEthereumWallet()
    const ids = new Set<string>()
    for (const address of [wallet.address, `0x${wallet.address.slice(2).toUpperCase()}`]) {
      const message = ethereumText(address)
      const signature = wallet.sign(message) as `0x${string}`
      const { data, error } = await server.client().auth.signInWithWeb3({ chain: 'ethereum', message, signature })
      expect(error).toBeNull()
      ids.add(data.user!.id)
    }
    expect(ids.size).toBe(1)
  })

  it('of Solana signs in with a wallet that signs messages', async () => {
    const wallet = createSolanaWallet()
    const { data, error } = await server.client().auth.signInWithWeb3({
      chain: 'solana',
      wallet,
      statement: 'Read books',
      options: { url: 'https://shop.example/sign-in', signInWithSolana: { resources: ['https://shop.example/terms'] } },
    })
    expect(error).toBeNull()
    const id = `web3:solana:${wallet.address}`
    const claims = { address: wallet.address, chain: 'solana', network: '', statement: 'Read books' }
    expect(data.user!.identities).toMatchObject([{ provider: 'web3', id, identity_data: { custom_claims: claims } }])
  })

  it('of Solana signs in with a wallet that signs in itself', async () => {
    const wallet = createSolanaWallet()
    const { data, error } = await server.client().auth.signInWithWeb3({
      chain: 'solana',
      wallet: { signIn: (input: SignInInput) => signIn(wallet, input) } as never,
      options: { url: 'https://shop.example/sign-in' },
    })
    expect(error).toBeNull()
    expect(data.user!.identities![0]!.id).toBe(`web3:solana:${wallet.address}`)
  })
})

interface SignInInput {
  readonly domain: string
  readonly uri: string
  readonly issuedAt: string
}

/** The Wallet Standard's `solana:signIn`. */
async function signIn(wallet: SolanaWallet, { domain, uri, issuedAt }: SignInInput) {
  const text = solanaText(wallet.address, { domain, uri, issuedAt, extra: ['Chain ID: mainnet'] })
  const signedMessage = new TextEncoder().encode(text)
  return [{ signedMessage, signature: await wallet.signMessage(signedMessage) }]
}

describe.each(chains)('a signed %s message', (chain) => {
  it('signs in once, however many come at once', async () => {
    const { message, signature } = sign(chain)
    const answers = await Promise.all([1, 2, 3].map(() => present(chain, message, signature)))
    expect(answers.map(({ status }) => status).sort((one, two) => one - two)).toEqual([200, 400, 400])
    expect(answers.find(({ status }) => status === 400)!.body).toEqual({
      error: 'invalid_grant',
      error_description: `Signed ${chain === 'ethereum' ? 'Ethereum' : 'Solana'} message has already been used`,
    })
  })

  it.each<[string, Parts]>([
    ['to another site', { domain: 'evil.example', uri: 'https://evil.example/' }],
    ['whose domain is another than its address', { domain: 'evil.example' }],
    ['whose address is another than its domain', { uri: 'https://evil.example/' }],
    [
      'to a site whose name only begins alike',
      { domain: 'shop.example.evil.example', uri: 'https://shop.example.evil.example/' },
    ],
    ['to a site that hides its name', { uri: 'https://shop.example@evil.example/' }],
    ['without encryption', { uri: 'http://shop.example/' }],
    ['of eleven minutes ago', { issuedAt: at(-11) }],
    ['of the future', { issuedAt: at(11) }],
    ['that has expired', { extra: [`Expiration Time: ${new Date(Date.now() - 1).toISOString()}`], issuedAt: at(-1) }],
    ['that is not valid yet', { extra: [`Not Before: ${at(1)}`] }],
  ])('%s is refused', async (_name, parts) => {
    const { message, signature } = sign(chain, parts)
    const answer = await present(chain, message, signature)
    expect(answer).toMatchObject({ status: 400, body: { error: 'invalid_grant' } })
    expect(answer.body.error_description).toMatch(/^Signed (?:Ethereum|Solana) message /)
  })

  it('to an allowed site is taken', async () => {
    const { message, signature } = sign(chain, { domain: 'branch.example', uri: 'https://branch.example/in' })
    expect((await present(chain, message, signature)).status).toBe(200)
  })

  it.each<[string, Parts]>([
    ['another version', { version: '2' }],
    ['no time', { issuedAt: null }],
    ['two addresses', { extra: ['URI: https://evil.example/'] }],
    ['a time of no form', { issuedAt: 'yesterday' }],
    ['an end before its beginning', { extra: [`Expiration Time: ${at(-5)}`] }],
    ['no address', { uri: 'nowhere' }],
    ['a line of nothing', { extra: ['trust me'] }],
    ['a hidden character', { extra: ['Nonce: abc\u0000def'] }],
    ['a hidden line', { extra: ['Nonce: abc\rURI: https://evil.example/'] }],
    ['20 kB', { extra: [`Nonce: ${'x'.repeat(20_480)}`] }],
  ])('with %s is no message', async (_name, parts) => {
    const { message, signature } = sign(chain, parts)
    expect(await present(chain, message, signature)).toMatchObject({
      status: 400,
      body: { error_code: 'validation_failed' },
    })
  })

  it('of somebody else, or changed, is refused', async () => {
    const mine = sign(chain)
    const theirs = sign(chain)
    const wrong = { error: 'invalid_grant', error_description: 'Signature does not match address in message' }
    expect((await present(chain, mine.message, theirs.signature)).body).toEqual(wrong)
    expect((await present(chain, mine.message.replace(mine.address, theirs.address), mine.signature)).body).toEqual(
      wrong,
    )
    expect((await present(chain, `${mine.message} `, mine.signature)).body).toEqual(wrong)
    const none = chain === 'ethereum' ? '00'.repeat(65) : Buffer.alloc(64).toString('base64')
    expect((await present(chain, mine.message, none)).body).toEqual(wrong)
  })

  it.each(['', 'x', 'zz'.repeat(65), `${'é'.repeat(86)}==`])('with %j is not signed at all', async (signature) => {
    expect(await present(chain, sign(chain).message, signature)).toMatchObject({
      status: 400,
      body: { error_code: 'validation_failed', msg: expect.stringMatching(/^signature must be /) },
    })
  })
})

it('a key of small order signs for nobody', async () => {
  // The neutral element: with it, one signature fits every text where verification is lax.
  const neutral = Buffer.concat([Buffer.from([1]), Buffer.alloc(31)])
  const { base58 } = await import('@scure/base')
  const signature = Buffer.concat([neutral, Buffer.alloc(32)]).toString('base64')
  const message = solanaText(base58.encode(neutral))
  expect((await present('solana', message, signature)).body.error).toBe('invalid_grant')
})

describe('wallets that are not wanted', () => {
  it.each([
    [{ ethereum: false, solana: false }, 'ethereum', 422, 'web3_provider_disabled', 'Web3 provider is disabled'],
    [
      { ethereum: false, solana: true },
      'ethereum',
      422,
      'web3_provider_disabled',
      'Ethereum Web3 provider is disabled',
    ],
    [{ ethereum: true, solana: false }, 'solana', 422, 'web3_provider_disabled', 'Solana Web3 provider is disabled'],
    [{ ethereum: true, solana: true }, 'dogecoin', 400, 'web3_unsupported_chain', 'Unsupported chain'],
  ])('%j, %s', async (...[web3, chain, status, code, msg]) => {
    await using other = await startAuthServer({ change: (config) => ({ ...config, web3 }) })
    const body = { chain, message: 'x', signature: 'x' }
    expect(await other.call('POST', '/token?grant_type=web3', { body })).toMatchObject({
      status,
      body: { error_code: code, msg },
    })
  })

  it('are told so before their message is read', async () => {
    await using other = await startAuthServer({
      change: (config) => ({ ...config, web3: { ethereum: false, solana: false } }),
    })
    const answer = await other.call('POST', '/token?grant_type=web3', { body: { chain: 7, message: [] } })
    expect(answer).toMatchObject({ status: 422, body: { error_code: 'web3_provider_disabled' } })
  })

  it('come at a limited rate', async () => {
    const change = (config: AuthServer['config']) => ({
      ...config,
      web3: { ethereum: true, solana: false },
      rates: { ...config.rates, web3: { limit: 2, seconds: 60 } },
    })
    await using other = await startAuthServer({ change })
    const body = { chain: 'ethereum', message: 'x', signature: 'x' }
    const answers = [1, 2, 3].map(() => other.call('POST', '/token?grant_type=web3', { body }))
    expect((await Promise.all(answers)).map(({ status }) => status).sort((one, two) => one - two)).toEqual([
      400, 400, 429,
    ])
  })

  it('prove that they are people where others must', async () => {
    const change = (config: AuthServer['config']) => ({ ...config, web3: { ethereum: true, solana: false } })
    await using other = await startAuthServer({ change, captcha: async (token) => token === 'person' })
    const { message, signature } = sign('ethereum')
    const credentials = { chain: 'ethereum', message, signature: signature as `0x${string}` } as const
    const refused = await other.client().auth.signInWithWeb3({ ...credentials, options: { captchaToken: 'program' } })
    expect(refused.error?.code).toBe('captcha_failed')
    const taken = await other.client().auth.signInWithWeb3({ ...credentials, options: { captchaToken: 'person' } })
    expect(taken.error).toBeNull()
  })
})
