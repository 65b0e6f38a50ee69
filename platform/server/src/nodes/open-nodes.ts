/** What a process needs of the others that share its database. */

import type { Sealer } from '@platform/auth'
import {
  awaitSchema,
  migrate,
  openDatabases,
  systemSession,
  type Database,
  type DatabaseConfig,
  type Databases,
} from '@platform/database'

import type { Config } from '../settings/config.ts'
import { databaseConfig, migrationSources } from '../stores/database.ts'
import type { Observation } from '../watch/events.ts'
import { aloneMembership, joinNodes, type Membership, type NodeFacts } from './membership.ts'

type Observe = (observation: Observation) => void

/** Up to date: by this process itself, or by the one for which it waits. */
export async function openMigrated(
  config: Config,
  observe: Observe,
  wrap?: DatabaseConfig['wrap'],
): Promise<Databases> {
  await using resources = new AsyncDisposableStack()
  const databases = resources.use(await openDatabases(databaseConfig(config, wrap), observe))
  await (config.migrations === 'run' ? migrate : awaitSchema)(databases, migrationSources(config), observe)
  resources.move()
  return databases
}

/** `ROLE=migrate` */
export async function migrateOnly(config: Config, observe: Observe): Promise<void> {
  const databases = await openMigrated({ ...config, migrations: 'run' }, observe)
  await databases[Symbol.asyncDispose]()
}

interface NodeParts {
  readonly config: Config
  readonly database: Database
  readonly facts: Omit<NodeFacts, 'roles'>
  readonly observe: Observe
}

export async function openMembership({ config, database, facts, observe }: NodeParts): Promise<Membership> {
  if (config.database.kind === 'embedded') return aloneMembership()
  return joinNodes({ database, facts: { roles: config.roles, ...facts }, observe })
}

interface SharedSecret {
  readonly name: string
  readonly generate: () => Promise<string>
  readonly database: Database
  readonly sealer: Sealer
}

/** The same for all processes, made by the first that asks; one that cannot be opened any more is made anew. */
export async function shareSecret({ name, generate, database, sealer }: SharedSecret): Promise<string> {
  const find = 'select sealed from nodes.secrets where name = $1'
  return database.write(systemSession, async (tx) => {
    await tx.execute('lock table nodes.secrets in share row exclusive mode')
    const [kept] = await tx.query<{ sealed: string }>(find, [name])
    const known = kept && sealer.open(kept.sealed)
    if (known) return known
    const made = await generate()
    const text = 'insert into nodes.secrets values ($1, $2) on conflict (name) do update set sealed = excluded.sealed'
    await tx.execute(text, [name, sealer.seal(made)])
    return made
  })
}
