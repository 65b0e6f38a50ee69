/** Keys, and from them who is asking: what every wire shares. */

import { join } from 'node:path'

import {
  createIdentify,
  createKeys,
  createSealer,
  generateAuthSecrets,
  parseAuthSecrets,
  serialiseAuthSecrets,
  type AuthSecrets,
  type Keys,
  type Sealer,
} from '@platform/auth'
import type { Identify } from '@platform/http'

import type { Project } from '../project.ts'
import type { Config } from '../settings/config.ts'
import { SettingsError, type SettingProblem } from '../settings/reader.ts'
import { keepSecret } from './secrets.ts'
import { readSigningKeys } from './signing-keys-file.ts'

export interface KeysAndIdentify {
  readonly keys: Keys
  readonly identify: Identify
  /** For what the database keeps and must not read. */
  readonly sealer: Sealer
  /** The server's own signing key; null where a shared secret signs until the first rotation, or the operator's keys do. */
  readonly rootKey: AuthSecrets['signingKey'] | null
}

/**
 * @throws {SettingsError} when ANON_KEY or SERVICE_ROLE_KEY is not what JWT_SECRET signed
 * @throws {ProjectError} when the signing keys that the project names cannot be used
 */
export async function createIdentity(config: Config, issuer: string, project: Project): Promise<KeysAndIdentify> {
  const secrets = await keepAuthSecrets(config)
  const importedKeys = await readSigningKeys(config.product.folder, project)
  const keys = await createKeys({ secrets, ...config.keys, importedKeys })
  const { accepts, ...tokens } = config.tokens
  const identify = createIdentify({ keys, issuer, ...tokens, accepts: { ...accepts, keyRoles: project.keyRoles } })
  const problems = [
    ...(await problemOf(identify, { variable: 'ANON_KEY', key: keys.anonKey, role: 'anon' })),
    ...(await problemOf(identify, { variable: 'SERVICE_ROLE_KEY', key: keys.serviceRoleKey, role: 'service_role' })),
  ]
  if (problems.length > 0) throw new SettingsError(problems)
  const isOwn = config.keys.jwtSecret === undefined && importedKeys === undefined
  const rootKey = isOwn ? secrets.signingKey : null
  return { keys, identify, sealer: sealerOf(config, secrets), rootKey }
}

export async function keepAuthSecrets({ dataFolder }: Config): Promise<AuthSecrets> {
  const folder = join(dataFolder, 'secrets')
  return parseAuthSecrets(
    await keepSecret(folder, 'auth.json', async () => serialiseAuthSecrets(await generateAuthSecrets())),
  )
}

export function sealerOf({ keys }: Config, { secretKey }: AuthSecrets): Sealer {
  return createSealer(keys.jwtSecret === undefined ? [secretKey] : [keys.jwtSecret, secretKey])
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
