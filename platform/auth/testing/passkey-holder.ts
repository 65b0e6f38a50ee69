/** People with passkeys, and what a page does for them with the official client. */
import type { SupabaseClient } from '@supabase/supabase-js'

import type { AuthServer } from './auth-server.ts'
import { SoftwareKey, type Manner } from './software-key.ts'

export const password = 'correct horse'
let count = 0

export async function person(server: AuthServer, data: object = {}) {
  const client = server.client()
  const email = `passkey${(count += 1)}@shop.example`
  const { data: signedUp } = await client.auth.signUp({ email, password, options: { data } })
  return { client, email, id: signedUp.user!.id }
}

export const tokenOf = async (client: SupabaseClient) => (await client.auth.getSession()).data.session!.access_token

/** Adds a key that answers as `manner` says. */
export async function register(client: SupabaseClient, key: SoftwareKey, manner: Partial<Manner> = {}) {
  const { data, error } = await client.auth.passkey.startRegistration()
  if (error) throw error
  const credential = key.create(data.options, manner)
  return client.auth.passkey.verifyRegistration({ challengeId: data.challenge_id, credential })
}

/** Signs in by a key that answers as `manner` says. */
export async function signIn(client: SupabaseClient, key: SoftwareKey, manner: Partial<Manner> = {}) {
  const { data, error } = await client.auth.passkey.startAuthentication()
  if (error) throw error
  const challengeId = data.challenge_id
  const credential = key.get(data.options, manner)
  const signedIn = await client.auth.passkey.verifyAuthentication({ challengeId, credential })
  return { ...signedIn, challengeId, credential }
}

export async function passkeyHolder(server: AuthServer, key = new SoftwareKey(), manner: Partial<Manner> = {}) {
  const who = await person(server)
  const { data, error } = await register(who.client, key, manner)
  if (error) throw error
  return { ...who, key, passkeyId: data.id }
}
