/** A passkey as a key: WebAuthn's PRF gives 32 bytes that only it can give again (W3C WebAuthn L3 §10.1.4). */
import type { SupabaseClient } from '@supabase/supabase-js'

import { supabase } from '#data/supabase.ts'

/** The passkey was not there, was not confirmed, or cannot do this. */
export class PasskeyError extends Error {
  constructor(options?: ErrorOptions) {
    super('The passkey gave no secret', options)
    this.name = 'PasskeyError'
  }
}

/** The client's types and the browser's differ in what may be left out, not in what is there. */
type CreationOptions = PublicKeyCredentialCreationOptionsJSON
type Registered = Parameters<SupabaseClient['auth']['passkey']['verifyRegistration']>[0]['credential']

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
    if (mayCreate) await ensurePasskey()
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

/** Asked for with the extension: some keys give secrets only where that was wanted from the beginning. */
async function ensurePasskey(): Promise<void> {
  const { auth } = await supabase()
  const held = await auth.passkey.list()
  if ((held.data ?? []).length > 0) return
  const { data, error } = await auth.passkey.startRegistration()
  if (error) throw error
  const publicKey = PublicKeyCredential.parseCreationOptionsFromJSON(data.options as object as CreationOptions)
  const credential = await navigator.credentials.create({ publicKey: { ...publicKey, extensions: { prf: {} } } })
  if (!(credential instanceof PublicKeyCredential)) throw new PasskeyError()
  const verified = await auth.passkey.verifyRegistration({
    challengeId: data.challenge_id,
    credential: credential.toJSON() as object as Registered,
  })
  if (verified.error) throw verified.error
}

/** The same on every device of the account, and for nothing else. */
async function saltOf(userId: string): Promise<ArrayBuffer> {
  return crypto.subtle.digest('SHA-256', new TextEncoder().encode(`cx1/prf ${userId}`))
}
