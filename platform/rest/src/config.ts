/** What an operator may choose about rest/v1. */
export interface RestConfig {
  /** Exposed schemas; the first answers requests that name none. */
  readonly schemas: readonly string[]
  /** Appended to the request's schema in `search_path`. */
  readonly extraSearchPath: readonly string[]
  /** A function without arguments that runs first in every transaction, and may refuse it by raising. */
  readonly preRequest: { readonly schema: string; readonly name: string } | null
  /** The role whose refusals (42501) are 401 rather than 403. */
  readonly anonRole: string
  /** Most rows at every level of a read. */
  readonly maxRows: number
  readonly allowsAggregates: boolean
  /** `Accept: application/vnd.pgrst.plan`. */
  readonly allowsPlan: boolean
  /** `Prefer: tx=rollback`. */
  readonly allowsRollback: boolean
  /** Swagger document at the root. */
  readonly servesOpenApi: boolean
  /** PATCH and DELETE without any filter are refused, as pg-safeupdate does. */
  readonly requiresFilter: boolean
  /** Whether visitors may use `match` and `imatch`, whose patterns can cost without bound. */
  readonly visitorsMatch: boolean
  /** Up to here visitors' `count=exact` is exact, beyond it is the planner's guess; null for no bound. */
  readonly visitorsCount: number | null
  /** Whether `count=planned` tells everybody the planner's guess, which knows rows that policies hide. */
  readonly plannedCounts: boolean
  /** Roles that hear of the values in rows that stand in the way, though policies hide those rows. */
  readonly trustedRoles: readonly string[]
  /** Of visitors' reads, which caches on the way may give to other visitors, and how long. */
  readonly heldForVisitors: HeldReads
  readonly limits: RestLimits
}

export interface HeldReads {
  readonly seconds: number
  /** Tables as `posts`, functions as `rpc/trending`: whose answers to visitors depend on the address alone. */
  readonly reads: readonly string[]
}

/** The whole URL is bounded by the server (`limits` of @platform/http). */
export interface RestLimits {
  readonly selectBytes: number
  /** Of `like`, `ilike`, `match` and `imatch`. */
  readonly patternBytes: number
  readonly bodyBytes: number
  readonly embedDepth: number
  readonly embeds: number
  readonly logicDepth: number
  readonly insertRows: number
  readonly jsonDepth: number
}

export type RestOverrides = Partial<Omit<RestConfig, 'limits'>> & { readonly limits?: Partial<RestLimits> }

const defaultLimits: RestLimits = {
  selectBytes: 4096,
  patternBytes: 256,
  bodyBytes: 1_048_576,
  embedDepth: 5,
  embeds: 25,
  logicDepth: 20,
  insertRows: 1000,
  jsonDepth: 64,
}

export function restConfig(overrides: RestOverrides = {}): RestConfig {
  return {
    schemas: ['public'],
    extraSearchPath: ['public', 'extensions'],
    preRequest: null,
    anonRole: 'anon',
    maxRows: 1000,
    allowsAggregates: false,
    allowsPlan: false,
    allowsRollback: false,
    servesOpenApi: true,
    requiresFilter: true,
    visitorsMatch: false,
    visitorsCount: 10_000,
    plannedCounts: false,
    trustedRoles: ['service_role'],
    heldForVisitors: { seconds: 0, reads: [] },
    ...overrides,
    limits: { ...defaultLimits, ...overrides.limits },
  }
}
