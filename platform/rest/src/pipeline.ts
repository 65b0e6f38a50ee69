/** A request as a sentence: parse → plan → sql → transaction → respond. */
import type { Databases } from '@platform/database'
import type { Identify, Identity } from '@platform/http'

import type { RestConfig } from './config.ts'
import { type HttpRequest, parseRequest } from './parse/request.ts'
import { planRequest } from './plan/planner.ts'
import { describeMethods } from './respond/info.ts'
import { type HttpAnswer, respond } from './respond/respond.ts'
import type { SchemaCache } from './schema/schema-cache.ts'
import { toStatements } from './sql/statement.ts'
import { assertRows, runPlan } from './transact/run.ts'
import { sessionFor } from './transact/session.ts'
import type { StatementNames } from './transact/statement-names.ts'

export interface Rest {
  readonly databases: Databases
  readonly identify: Identify
  readonly config: RestConfig
  readonly schemaCache: SchemaCache
  readonly names: StatementNames
}

export async function answer(http: HttpRequest, identity: Identity, rest: Rest): Promise<HttpAnswer> {
  const { config, databases, names, schemaCache } = rest
  const request = parseRequest(http, config)
  const schema = await schemaCache.current()
  if (request.method === 'OPTIONS') return describeMethods(request, schema)
  const plan = planRequest(request, schema, config)
  const statements = toStatements(plan)
  const session = sessionFor(request, identity, http.headers, config)
  const main = names.name(statements.main)
  const result = await runPlan(databases.gateway, session, plan, { ...statements, main })
  assertRows(plan, result)
  return respond(request, plan, result)
}
