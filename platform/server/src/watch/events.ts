/** What the server itself reports, beside the events of its services. */
export type ServerEvent =
  | { readonly kind: 'server.ready'; readonly ms: number }
  | { readonly kind: 'server.unready'; readonly reason: string }
  | { readonly kind: 'server.writes-refused' }
  | { readonly kind: 'server.seeding'; readonly name: string }
  | { readonly kind: 'server.seeded'; readonly name: string; readonly ms: number }
  | { readonly kind: 'server.seed-removed'; readonly name: string }
  | { readonly kind: 'server.seed-failed'; readonly name: string; readonly error: unknown }
  | { readonly kind: 'server.policy-violated'; readonly directive: string; readonly blocked: string }
  | { readonly kind: 'server.traces-lost'; readonly count: number; readonly error: unknown }
  | { readonly kind: 'server.head-failed'; readonly error: unknown }
  | { readonly kind: 'server.metrics-failed'; readonly error: unknown }
  | { readonly kind: 'server.memory-returned'; readonly bytes: number; readonly ms: number }
  | { readonly kind: 'server.stopping'; readonly signal: string }
  | { readonly kind: 'server.stopped'; readonly ms: number }
  | { readonly kind: 'server.crashed'; readonly error: unknown }
  | { readonly kind: 'server.rejection-unhandled'; readonly error: unknown }

/** A member of any service's union: its kind says whose, the other fields are what it chose to tell. */
export type Observation = Readonly<Record<string, unknown>> & { readonly kind: string }
