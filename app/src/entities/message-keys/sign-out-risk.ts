/** What somebody who signs out of this device would lose of their messages. */
import { refreshVault } from '#entities/message/keys/vault.ts'
import { unsentMessages } from '#entities/message/sign-out-messages.ts'

/** `unbacked`: the keys are on this device alone. `unsent`: messages wait here for the network. */
export type SignOutRisk = { kind: 'unbacked' } | { kind: 'unsent'; count: number }

export async function signOutRisk(userId: string): Promise<SignOutRisk | null> {
  try {
    if ((await refreshVault(userId)) === 'ready_unbacked') return { kind: 'unbacked' }
    const count = await unsentMessages(userId)
    return count > 0 ? { kind: 'unsent', count } : null
  } catch {
    // Whoever wants to leave may always leave.
    return null
  }
}
