/** Which identity key somebody signed with: the one whose hash a verified manifest names, if it was ever pinned here. */
import { findAccount, type Device } from '../account/account.ts'
import { fromBase64, sha256, toBase64, type Bytes } from '../bytes.ts'

export interface KnownIdentity {
  spki: Bytes
  hash: string
  /** Replaced at that time (ms); null for the one in use. */
  until: number | null
}

/** All identities of somebody that this device knows, the one in use first; empty for strangers. */
export async function identitiesOf(device: Device, userId: string): Promise<KnownIdentity[]> {
  const found = userId === device.userId ? await ownIdentities(device) : await pinnedIdentities(device, userId)
  return Promise.all(
    found.map(async ({ identity, until }) => {
      const { spki, hash } = await bytesOf(identity)
      return { spki, hash, until }
    }),
  )
}

const mostKnown = 1000
let known = new Map<string, Promise<Pick<KnownIdentity, 'spki' | 'hash'>>>()

/** The same bytes for the same key: what is imported of them is imported once. */
function bytesOf(identity: string): Promise<Pick<KnownIdentity, 'spki' | 'hash'>> {
  const before = known.get(identity)
  if (before) return before
  if (known.size >= mostKnown) known = new Map()
  const spki = fromBase64(identity)
  const bytes = sha256(spki).then((hash) => ({ spki, hash: toBase64(hash) }))
  known.set(identity, bytes)
  return bytes
}

interface Named {
  identity: string
  until: number | null
}

async function ownIdentities(device: Device): Promise<Named[]> {
  const account = await findAccount(device)
  if (!account) return []
  const until = Number.POSITIVE_INFINITY
  return [
    { identity: account.identity, until: null },
    ...(account.next ? [{ identity: account.next.identity, until: null }] : []),
    ...account.pastIdentities.map((identity) => ({ identity, until })),
  ]
}

async function pinnedIdentities({ store }: Device, userId: string): Promise<Named[]> {
  const pin = await store.read('pins', userId)
  return pin ? [{ identity: pin.identity, until: null }, ...pin.past] : []
}
