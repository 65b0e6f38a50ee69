/** `custom_access_token`: a product adds to an access token what its policies want to read there. */
import { systemSession, type Database } from '@platform/database'

import type { AuthConfig } from '../config.ts'
import { authErrors } from '../errors.ts'
import type { Json } from '../store/users.ts'
import { runHook } from './run-hook.ts'

/** Longer ones would be refused as too long for a header. */
const MAX_CLAIMS_BYTES = 8192

type Kind = 'text' | 'whole number' | 'true or false' | 'text or list'

const REQUIRED: Readonly<Record<string, Kind>> = {
  aud: 'text or list',
  exp: 'whole number',
  iat: 'whole number',
  sub: 'text',
  email: 'text',
  phone: 'text',
  role: 'text',
  aal: 'text',
  session_id: 'text',
  is_anonymous: 'true or false',
}

const IS: Readonly<Record<Kind, (value: unknown) => boolean>> = {
  text: (value) => typeof value === 'string',
  'whole number': (value) => Number.isInteger(value),
  'true or false': (value) => typeof value === 'boolean',
  'text or list': (value) => typeof value === 'string' || Array.isArray(value),
}

export interface ClaimsParts {
  readonly database: Database
  readonly config: Pick<AuthConfig, 'hooks'>
}

/** @throws {AuthError} what the hook refuses; 500 for claims that are no access token's */
export async function customiseClaims(parts: ClaimsParts, claims: Json, authenticationMethod: string): Promise<Json> {
  const hook = parts.config.hooks.customAccessToken
  if (hook === null) return claims
  const event = {
    name: 'customize-access-token',
    user_id: claims['sub'],
    claims,
    authentication_method: authenticationMethod,
  }
  const output = await parts.database.write(systemSession, (tx) => runHook(tx, hook, event))
  return requireClaims(output['claims'], claims)
}

/** NOTE: who is meant and by which session is not the hook's to decide: a mistake there would sign in somebody else. */
function requireClaims(answer: unknown, given: Json): Json {
  if (answer === undefined) throw authErrors.hookClaims('output claims field is missing')
  const claims = (typeof answer === 'object' && answer !== null && !Array.isArray(answer) ? answer : {}) as Json
  const problems = Object.entries(REQUIRED).flatMap(([name, kind]) => {
    if (claims[name] === undefined) return [`(root): ${name} is required`]
    return IS[kind](claims[name]) ? [] : [`${name}: Invalid type. Expected: ${kind}`]
  })
  for (const name of ['iss', 'sub', 'session_id']) {
    if (claims[name] !== given[name]) problems.push(`${name}: must stay as it is`)
  }
  if (problems.length > 0) {
    const list = problems.map((problem) => `- ${problem}\n`).join('')
    throw authErrors.hookClaims(`output claims do not conform to the expected schema: \n${list}`)
  }
  if (Buffer.byteLength(JSON.stringify(claims)) > MAX_CLAIMS_BYTES) {
    throw authErrors.hookClaims('output claims are too large for a token')
  }
  return claims
}
