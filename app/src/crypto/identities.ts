/** Which identity key somebody signed with: the one whose hash a verified manifest names, if it was ever pinned here. */
import { findAccount, type Device } from './account.ts'
import { fromBase64, sha256, toBase64, type Bytes } from './bytes.ts'

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
      const spki = fromBase64(identity)
      return { spki, hash: toBase64(await sha256(spki)), until }
    }),
  )
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
    ...account.pastIdentities.map((identity) => ({ identity, until })),
  ]
}

async function pinnedIdentities({ store }: Device, userId: string): Promise<Named[]> {
  const pin = await store.read('pins', userId)
  return pin ? [{ identity: pin.identity, until: null }, ...pin.past] : []
}
