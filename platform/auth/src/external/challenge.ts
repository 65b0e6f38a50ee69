import { calculatePKCECodeChallenge } from 'openid-client'

/** Our own proof towards a provider (RFC 7636), as it goes into the address. */
export async function challengeOf(verifier: string): Promise<Readonly<Record<string, string>>> {
  return { code_challenge: await calculatePKCECodeChallenge(verifier), code_challenge_method: 'S256' }
}
