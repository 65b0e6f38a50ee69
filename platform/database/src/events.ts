/** Everything that the database reports about itself. */
export type DatabaseEvent =
  /** The embedded one runs, and will answer in a moment. */
  | { readonly kind: 'database.launched' }
  | { readonly kind: 'database.started'; readonly version: string; readonly ms: number }
  | { readonly kind: 'database.stopped' }
  | { readonly kind: 'database.lost'; readonly reason: string }
  | { readonly kind: 'database.restarted'; readonly attempt: number; readonly ms: number }
  | { readonly kind: 'database.restart-failed'; readonly attempt: number; readonly error: string }
  | { readonly kind: 'database.orphan-ended'; readonly pid: number }
  | { readonly kind: 'database.binaries-copied'; readonly folder: string; readonly ms: number }
  | { readonly kind: 'database.initialised'; readonly folder: string; readonly ms: number }
  | { readonly kind: 'database.disk-low'; readonly freeBytes: number; readonly state: DiskState }
  | { readonly kind: 'database.disk-recovered'; readonly freeBytes: number }
  | { readonly kind: 'database.ballast-released' }
  | { readonly kind: 'database.listener-lost'; readonly reason: string }
  | { readonly kind: 'database.listener-restored' }
  | { readonly kind: 'database.migration-applied'; readonly source: string; readonly file: string; readonly ms: number }
  /** A newer release has been here; what it added stays. */
  | { readonly kind: 'database.schema-newer'; readonly source: string; readonly versions: readonly string[] }
  /** Not yet run, and another process is to run them; nothing at all where the database is empty. */
  | { readonly kind: 'database.schema-awaited'; readonly missing: readonly string[] }
  | {
      readonly kind: 'database.migration-retried'
      readonly file: string
      readonly attempt: number
      readonly reason: string
    }

/** `writable` → `read-only` → `stopped` as the disk fills. */
export type DiskState = 'writable' | 'read-only' | 'stopped'
