/** `npm run keys:make`: a key of a role that may do one thing, for whoever does it elsewhere. */
import { followSigningKeys } from '@platform/auth'
import { openDatabases } from '@platform/database'

import { readProject } from '../project.ts'
import type { Config } from '../settings/config.ts'
import { whereItRuns } from '../stores/where-it-runs.ts'
import { createIdentity } from './identity.ts'

/** That role is none that the product has keys for. */
export class UnknownRoleError extends Error {
  override readonly name = 'UnknownRoleError'
}

/** Signed by the key that signs now: it ends with it, or after its days. @throws {UnknownRoleError} */
export async function makeKey(config: Config, { role, days }: { role: string; days: number }): Promise<string> {
  const project = await readProject(config.product.folder)
  if (!project.keyRoles.includes(role))
    throw new UnknownRoleError(`There are keys for these roles: ${project.keyRoles.join(', ') || 'none'}`)
  const { keys, sealer, rootKey } = await createIdentity(config, 'supabase', project)
  await using databases = await openDatabases(await whereItRuns(config), () => {})
  const own = { database: databases.system, keys, sealer, root: rootKey }
  await using following = new AsyncDisposableStack()
  following.use(await followSigningKeys({ ...own, observe: () => {} }))
  const now = Math.floor(Date.now() / 1000)
  return await keys.sign({ iss: 'supabase', role, iat: now, exp: now + days * 86_400 })
}
