/** A request as a sentence: parse → plan → sql → transaction → respond. */
import type { Databases, Statement } from '@platform/database'
import type { Identify, Identity } from '@platform/http'

import type { CompiledRequests, Compiler, Fill } from './compiled-requests.ts'
import type { RestConfig } from './config.ts'
import { requestErrors } from './errors.ts'
import { type FillStatements, toFillStatements, toFillText } from './fill-statements.ts'
import { answerRoot, assertRoot } from './openapi/answer.ts'
import { type ApiRequest, type HttpRequest, parseRequest } from './parse/request.ts'
import type { Plan } from './plan/plan.ts'
import { planRequest } from './plan/planner.ts'
import { describeMethods } from './respond/info.ts'
import { type HttpAnswer, respond } from './respond/respond.ts'
import type { SchemaCache } from './schema/schema-cache.ts'
import type { Schema } from './schema/schema.ts'
import { type Statements, toStatements } from './sql/statement.ts'
import { qualified } from './sql/text.ts'
import { assertRows, runPlan } from './transact/run.ts'
import { sessionFor } from './transact/session.ts'
import type { StatementNames } from './transact/statement-names.ts'

export interface Rest {
  readonly databases: Databases
  readonly identify: Identify
  readonly config: RestConfig
  readonly schemaCache: SchemaCache
  readonly names: StatementNames
  readonly compiled: CompiledRequests<Compiled>
}

interface Planned {
  readonly plan: Plan
  readonly statements: Statements
}

/** The pure half of an answer. */
export type Compiled =
  | {
      readonly kind: 'planned'
      readonly request: ApiRequest
      readonly plan: Plan
      readonly statements: Statements
      /** Where they get less than trusted roles. */
      readonly visitors: Planned | null
      readonly members: Planned | null
    }
  | { readonly kind: 'methods'; readonly request: ApiRequest }
  | { readonly kind: 'root'; readonly request: ApiRequest }

function compile(http: HttpRequest, schema: Schema, config: RestConfig): Compiled {
  const request = parseRequest(http, config)
  if (request.method === 'OPTIONS') return { kind: 'methods', request }
  if (request.target.kind === 'root') {
    assertRoot(request, config)
    return { kind: 'root', request }
  }
  const plan = planRequest(request, schema, config)
  const members = forMembers(plan, config)
  return {
    kind: 'planned',
    request,
    plan,
    statements: toStatements(plan),
    visitors: forVisitors(plan, config) ?? members,
    members,
  }
}

export const compilerFor =
  (config: RestConfig) =>
  (schema: Schema): Compiler<Compiled> => ({ compile: (http) => compile(http, schema, config), toFill })

function toFill(compiled: Compiled, standIns: readonly string[]): Fill<Compiled> | null {
  if (compiled.kind !== 'planned') return null
  const { request, plan, statements, visitors, members } = compiled
  const fill = toFillStatements(statements, standIns)
  const fillVisitors = toFillPlanned(visitors, standIns)
  const fillMembers = toFillPlanned(members, standIns)
  if (fill === null || fillVisitors === null || fillMembers === null) return null
  const { query } = request
  const canonical = toFillText(query.canonical, standIns, encodeURIComponent)
  return (values) => ({
    kind: 'planned',
    request: { ...request, query: { ...query, canonical: canonical(values) } },
    plan,
    statements: fill(values),
    visitors: fillVisitors(values),
    members: fillMembers(values),
  })
}

/** What stays away for all stays away; null where it cannot be filled. */
function toFillPlanned(planned: Planned | null, standIns: readonly string[]): Fill<Planned | null> | null {
  if (planned === null) return () => null
  const { plan, statements } = planned
  const fill: FillStatements | null = toFillStatements(statements, standIns)
  return fill === null ? null : (values) => ({ plan, statements: fill(values) })
}

/** Counting a large table is work that anybody could ask for without end. */
function forVisitors(plan: Plan, { visitorsCount }: RestConfig): Planned | null {
  return plan.source === null && plan.count === 'exact' && visitorsCount !== null ? counting(plan, visitorsCount) : null
}

/** The planner's guess knows rows that policies hide (THREATS R-08): up to a page of rows are counted instead. */
function forMembers(plan: Plan, { maxRows, plannedCounts }: RestConfig): Planned | null {
  return plan.source === null && plan.count === 'planned' && !plannedCounts ? counting(plan, maxRows) : null
}

function counting(plan: Plan, countsUpTo: number): Planned {
  const bounded: Plan = { ...plan, count: 'exact', countsUpTo }
  return { plan: bounded, statements: toStatements(bounded) }
}

const preRequest = ({ preRequest: routine }: RestConfig): Statement | null =>
  routine === null ? null : { text: `select ${qualified(routine)}()`, name: 'rest_before' }

export async function answer(http: HttpRequest, identity: Identity, rest: Rest): Promise<HttpAnswer> {
  const { config, databases, names, schemaCache } = rest
  const schema = schemaCache.current() ?? (await schemaCache.load())
  const compiled = rest.compiled.get(http, schema)
  const { request } = compiled
  const session = sessionFor(request, identity, http.headers, config)
  const before = preRequest(config)
  if (compiled.kind === 'methods')
    return describeMethods(request, schema, { database: databases.gateway, session, before })
  if (compiled.kind === 'root')
    return answerRoot(request, { http, schema, database: databases.gateway, session, before })
  const isVisitor = identity.role === config.anonRole
  const bounded = isVisitor ? compiled.visitors : config.trustedRoles.includes(identity.role) ? null : compiled.members
  const { plan, statements } = bounded ?? compiled
  if (isVisitor && plan.hasExpression && !config.visitorsMatch) throw requestErrors.visitorsMatch()
  const main = names.name(statements.main)
  const result = await runPlan(databases.gateway, session, plan, { ...statements, main, before })
  assertRows(plan, result)
  return respond(request, plan, result)
}
