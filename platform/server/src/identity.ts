/** Keys, and from them who is asking: what every wire shares. */

import { join } from 'node:path'

import {
  createIdentify,
  createKeys,
  generateAuthSecrets,
  parseAuthSecrets,
  serialiseAuthSecrets,
  type Keys,
} from '@platform/auth'
import type { Identify } from '@platform/http'

import type { Config } from './config.ts'
import { keepSecret } from './secrets.ts'
import { SettingsError, type SettingProblem } from './settings.ts'

export interface KeysAndIdentify {
  readonly keys: Keys
  readonly identify: Identify
}

/** @throws {SettingsError} when ANON_KEY or SERVICE_ROLE_KEY is not what JWT_SECRET signed */
export async function createIdentity(config: Config, issuer: string): Promise<KeysAndIdentify> {
  const folder = join(config.dataFolder, 'secrets')
  const text = await keepSecret(folder, 'auth.json', async () => serialiseAuthSecrets(await generateAuthSecrets()))
  const keys = await createKeys({ secrets: parseAuthSecrets(text), ...config.keys })
  const identify = createIdentify({ keys, issuer })
  const problems = [
    ...(await problemOf(identify, { variable: 'ANON_KEY', key: keys.anonKey, role: 'anon' })),
    ...(await problemOf(identify, { variable: 'SERVICE_ROLE_KEY', key: keys.serviceRoleKey, role: 'service_role' })),
  ]
  if (problems.length > 0) throw new SettingsError(problems)
  return { keys, identify }
}

interface Expectation {
  readonly variable: string
  readonly key: string
  readonly role: string
}

async function problemOf(identify: Identify, { variable, key, role }: Expectation): Promise<SettingProblem[]> {
  const found = await identify({ apikey: key }).then(
    (identity) => identity.role,
    (error: Error) => error,
  )
  if (found === role) return []
  const problem = found instanceof Error ? `is not accepted: ${found.message}` : 'is a key of another role'
  return [{ variable, problem, expected: `a JWT signed with JWT_SECRET, with the role ${role}` }]
}
