/** `npm run keys:rotate`: turns the ring of signing keys, beside a running server or without one. */
import { defaultAuthConfig, rotateSigningKeys, type Rotation } from '@platform/auth'
import { openDatabases } from '@platform/database'

import type { Config } from '../settings/config.ts'
import { whereItRuns } from '../stores/where-it-runs.ts'
import { keepAuthSecrets, sealerOf } from './identity.ts'

/** @throws {TooSoonError} before clients can know the key that would sign, unless the current one has leaked */
export async function rotateKeys(config: Config, options: { readonly isLeaked: boolean }): Promise<Rotation> {
  const secrets = await keepAuthSecrets(config)
  const { accessTokenSeconds } = defaultAuthConfig({ apiUrl: 'http://localhost', siteUrl: 'http://localhost' })
  await using databases = await openDatabases(await whereItRuns(config), () => {})
  return await rotateSigningKeys({
    database: databases.system,
    sealer: sealerOf(config, secrets),
    accessTokenSeconds: config.auth.accessTokenSeconds ?? accessTokenSeconds,
    ...options,
  })
}
