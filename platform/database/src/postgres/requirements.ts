import type { Connection } from '../driver/connection.ts'
import { toObjects } from '../driver/transaction.ts'

/** The server that DATABASE_URL names lacks something. The message lists everything at once. */
export class DatabaseSetupError extends Error {
  override readonly name = 'DatabaseSetupError'

  constructor(problems: readonly string[], cause?: unknown) {
    super(`The PostgreSQL of DATABASE_URL cannot be used yet:\n- ${problems.join('\n- ')}`, { cause })
  }
}

interface Facts {
  readonly version: number
  readonly versionText: string
  readonly encoding: string
  readonly isReplica: boolean
  readonly user: string
  readonly isSuperuser: boolean
  readonly canCreateRoles: boolean
  readonly canBypassRls: boolean
  readonly canCreateSchemas: boolean
  readonly missingRoles: string[]
}

const FACTS = `
  select
    current_setting('server_version_num')::int as version,
    current_setting('server_version') as "versionText",
    current_setting('server_encoding') as encoding,
    pg_is_in_recovery() as "isReplica",
    current_user as "user",
    rolsuper as "isSuperuser",
    rolcreaterole as "canCreateRoles",
    rolbypassrls as "canBypassRls",
    has_database_privilege(current_database(), 'create') as "canCreateSchemas",
    array(
      select name from unnest(array['anon', 'authenticated', 'service_role', 'authenticator']) as name
      where not exists (select from pg_roles where rolname = name)
    ) as "missingRoles"
  from pg_roles where rolname = current_user`

const OLDEST = 150_000
/** From here on whoever may create roles may pass on BYPASSRLS when having it; before, only superusers may. */
const BYPASSRLS_CAN_BE_PASSED_ON = 160_000

/** @throws {DatabaseSetupError} naming everything that is missing, with the statements that repair it */
export async function checkRequirements(connection: Connection): Promise<string> {
  const answer = await connection.run({ statement: { text: FACTS }, role: 'none', describe: true, patience: 10_000 })
  const facts = toObjects<Facts>(answer)[0]!
  const problems = problemsOf(facts)
  if (problems.length > 0) throw new DatabaseSetupError(problems)
  return facts.versionText
}

export function problemsOf(facts: Facts): string[] {
  const problems: string[] = []
  if (facts.version < OLDEST) problems.push(`it is version ${facts.versionText}; 15 or newer is needed`)
  if (facts.encoding !== 'UTF8') problems.push(`the database's encoding is ${facts.encoding}; UTF8 is needed`)
  if (facts.isReplica) problems.push('it is a read-only replica')
  if (!facts.canCreateSchemas) {
    problems.push(`user "${facts.user}" may not create schemas: grant create on database … to "${facts.user}"`)
  }
  if (facts.missingRoles.length > 0 && !canCreate(facts)) {
    const commands = facts.missingRoles.map((role) => `create role ${role} ${ROLE_OPTIONS[role] ?? ''};`)
    problems.push(
      `user "${facts.user}" may not create all of the roles that are missing: give it CREATEROLE and BYPASSRLS, ` +
        `or let an administrator run: ${commands.join(' ')}`,
    )
  }
  return problems
}

const ROLE_OPTIONS: Readonly<Record<string, string>> = {
  anon: 'nologin noinherit',
  authenticated: 'nologin noinherit',
  service_role: 'nologin noinherit bypassrls',
  authenticator: 'login noinherit',
}

function canCreate({ isSuperuser, canCreateRoles, canBypassRls, version, missingRoles }: Facts): boolean {
  if (isSuperuser) return true
  if (!canCreateRoles) return false
  return !missingRoles.includes('service_role') || (canBypassRls && version >= BYPASSRLS_CAN_BE_PASSED_ON)
}
