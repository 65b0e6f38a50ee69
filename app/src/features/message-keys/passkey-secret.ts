/** A passkey as a key: WebAuthn's PRF gives 32 bytes that only it can give again (W3C WebAuthn L3 §10.1.4). */
import { supabase } from '#data/supabase.ts'

/** The passkey was not there, was not confirmed, or cannot do this. */
export class PasskeyError extends Error {
  constructor(options?: ErrorOptions) {
    super('The passkey gave no secret', options)
    this.name = 'PasskeyError'
  }
}

interface PrfResults {
  prf?: { enabled?: boolean; results?: { first?: ArrayBuffer } }
}

/** Whether this browser has what it takes; only the passkey itself can tell whether it does. */
export async function canUsePasskey(): Promise<boolean> {
  if (!('PublicKeyCredential' in globalThis)) return false
  const { getClientCapabilities } = PublicKeyCredential as {
    getClientCapabilities?: () => Promise<Record<string, boolean>>
  }
  const capabilities = await getClientCapabilities?.call(PublicKeyCredential).catch(() => undefined)
  return capabilities?.['extension:prf'] ?? false
}

/**
 * The secret of one of the account's passkeys, made now where it has none that can. The assertion itself proves nothing
 * to anybody and is not sent: the bytes that come with it are what counts.
 */
export async function passkeySecret(userId: string, { mayCreate }: { mayCreate: boolean }): Promise<Uint8Array> {
  try {
    const { auth } = await supabase()
    const { data: passkeys } = await auth.passkey.list()
    if (mayCreate && (passkeys ?? []).length === 0) {
      const { error } = await auth.registerPasskey()
      if (error) throw error
    }
    const credential = (await navigator.credentials.get({
      publicKey: {
        challenge: crypto.getRandomValues(new Uint8Array(32)),
        userVerification: 'required',
        extensions: { prf: { eval: { first: await saltOf(userId) } } },
      },
    })) as PublicKeyCredential | null
    const { prf } = (credential?.getClientExtensionResults() ?? {}) as PrfResults
    if (!prf?.results?.first) throw new PasskeyError()
    return new Uint8Array(prf.results.first)
  } catch (cause) {
    throw cause instanceof PasskeyError ? cause : new PasskeyError({ cause })
  }
}

/** The same on every device of the account, and for nothing else. */
async function saltOf(userId: string): Promise<ArrayBuffer> {
  return crypto.subtle.digest('SHA-256', new TextEncoder().encode(`cx1/prf ${userId}`))
}
