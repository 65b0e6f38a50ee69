/** What somebody who signs out of this device would lose of their messages. */
import { readFilesOf } from '#data/device/private-files.ts'
import { hasTalked, heldState, refreshVault, type DeviceState } from '#entities/message/keys/vault.ts'
import { unsentMessages } from '#entities/message/sign-out-messages.ts'

/** `unbacked`: the keys are on this device alone. `unsent`: something waits here for the network. */
export type SignOutRisk = { kind: 'unbacked' } | { kind: 'unsent'; messages: number; others: number }

const patienceMs = 1000

export async function signOutRisk(userId: string): Promise<SignOutRisk | null> {
  try {
    if ((await stateHere(userId)) === 'ready_unbacked' && (await hasTalked(userId))) return { kind: 'unbacked' }
    const [messages, writes, orders] = await Promise.all([
      unsentMessages(userId),
      readFilesOf(userId, 'write.'),
      readFilesOf(userId, 'order.'),
    ])
    const others = writes.length + orders.length
    return messages + others > 0 ? { kind: 'unsent', messages, others } : null
  } catch {
    // Whoever wants to leave may always leave.
    return null
  }
}

/** As this device knows it: a network that does not answer holds nobody back. */
async function stateHere(userId: string): Promise<DeviceState | null> {
  const held = heldState(userId)
  if (held !== 'loading') return held
  return Promise.race([refreshVault(userId), new Promise<null>((resolve) => setTimeout(resolve, patienceMs, null))])
}
