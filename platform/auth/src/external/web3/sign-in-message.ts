/** The text that a wallet shows and signs: EIP-4361, and Solana's form of it. Pure. */
import { authErrors } from '../../errors.ts'

export type Chain = 'ethereum' | 'solana'

export interface SignInMessage {
  /** Host and port of the site that asked. */
  readonly domain: string
  /** As it is written on the chain: lower case for Ethereum, where case is only a checksum. */
  readonly address: string
  readonly statement: string
  readonly uri: URL
  readonly chainId: string
  /** Epoch milliseconds. */
  readonly issuedAt: number
  readonly notBefore: number | null
  readonly expiresAt: number | null
}

const MIN_LENGTH = 64
const MAX_BYTES = 20 * 1024
const MIN_LINES = 6
const DOMAIN = /^(?:https?:\/\/)?([a-z\d](?:[a-z\d.-]*[a-z\d])?(?::\d{1,5})?)$/i
/** RFC 3339, seconds and offset included. */
const TIME = /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(?:\.\d+)?(?:Z|[+-]\d\d:\d\d)$/i

const CHAINS: Readonly<Record<Chain, { title: string; address: RegExp; id: RegExp }>> = {
  ethereum: { title: 'Ethereum', address: /^0x[\da-f]{40}$/i, id: /^(?:0x[\da-f]{1,16}|\d{1,20})$/i },
  solana: {
    title: 'Solana',
    address: /^[1-9A-HJ-NP-Za-km-z]{32,44}$/,
    id: /^(?:solana:)?(?:main|mainnet|mainnet-beta|testnet|devnet|localnet|[1-9A-HJ-NP-Za-km-z]{32,44})$/,
  },
}

export const chainTitle = (chain: Chain) => CHAINS[chain].title

/** @throws {AuthError} `validation_failed` for a text of another form */
export function parseSignInMessage(chain: Chain, text: string): SignInMessage {
  requireReadable(text)
  const lines = text.split('\n')
  if (lines.length < MIN_LINES) throw authErrors.invalid('message is too short')
  const [header = '', address = '', gap, ...rest] = lines
  const domain = readDomain(chain, header)
  if (!CHAINS[chain].address.test(address)) throw authErrors.invalid('wallet address is not in the expected form')
  if (gap !== '') throw authErrors.invalid('third line must be empty')
  const hasStatement = rest[0] !== '' && rest[1] === ''
  const fields = readFields(hasStatement ? rest.slice(2) : rest)
  return {
    domain,
    address: chain === 'ethereum' ? address.toLowerCase() : address,
    statement: hasStatement ? rest[0]! : '',
    ...readFacts(chain, fields),
  }
}

function readDomain(chain: Chain, header: string): string {
  const suffix = ` wants you to sign in with your ${CHAINS[chain].title} account:`
  const domain = header.endsWith(suffix) ? DOMAIN.exec(header.slice(0, -suffix.length))?.[1] : undefined
  if (domain === undefined) throw authErrors.invalid('message first line does not name a domain in the expected form')
  return domain.toLowerCase()
}

function requireReadable(text: string): void {
  if (text.length < MIN_LENGTH) throw authErrors.invalid('message is too short')
  if (Buffer.byteLength(text) > MAX_BYTES) throw authErrors.invalid('message must not exceed 20KB')
  // NOTE: what people cannot see in their wallet has no place in what they sign.
  if (!text.isWellFormed() || /[^\P{Cc}\n]/u.test(text)) throw authErrors.invalid('message has characters of no text')
}

/** `Name: value` lines; a name that comes twice could mean one thing to the person and another to us. */
function readFields(lines: readonly string[]): ReadonlyMap<string, string> {
  const fields = new Map<string, string>()
  let isListing = false
  for (const line of lines) {
    if (isListing && line.startsWith('- ')) continue
    // The official client writes the heading without its colon for Solana.
    isListing = line === 'Resources:' || line === 'Resources'
    if (isListing || line === '') continue
    const [, name, value] = /^([A-Z][A-Za-z ]*): ?(.*)$/.exec(line) ?? []
    if (name === undefined || value === undefined) throw authErrors.invalid('message has a line that is no field')
    if (fields.has(name)) throw authErrors.invalid(`message names "${name}" twice`)
    fields.set(name, value.trim())
  }
  return fields
}

function readFacts(
  chain: Chain,
  fields: ReadonlyMap<string, string>,
): Pick<SignInMessage, 'uri' | 'chainId' | 'issuedAt' | 'notBefore' | 'expiresAt'> {
  if (fields.get('Version') !== '1') throw authErrors.invalid('only version 1 of the message is supported')
  const chainId = fields.get('Chain ID') ?? ''
  if ((chainId !== '' || chain === 'ethereum') && !CHAINS[chain].id.test(chainId)) {
    throw authErrors.invalid('message has no Chain ID of this chain')
  }
  const uri = URL.parse(fields.get('URI') ?? '')
  if (uri === null) throw authErrors.invalid('message has no URI')
  const issuedAt = readTime(fields, 'Issued At')
  if (issuedAt === null) throw authErrors.invalid('message does not say when it was issued')
  const [notBefore, expiresAt] = [readTime(fields, 'Not Before'), readTime(fields, 'Expiration Time')]
  if (expiresAt !== null && Math.max(issuedAt, notBefore ?? 0) > expiresAt) {
    throw authErrors.invalid('message expires before it is valid')
  }
  return { uri, chainId, issuedAt, notBefore, expiresAt }
}

function readTime(fields: ReadonlyMap<string, string>, name: string): number | null {
  const text = fields.get(name)
  if (text === undefined) return null
  const time = TIME.test(text) ? Date.parse(text) : Number.NaN
  if (Number.isNaN(time)) throw authErrors.invalid(`"${name}" is not a time`)
  return time
}
