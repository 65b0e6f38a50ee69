/** What all wires are made of. */

import type { Keys, Revocations, Sealer } from '@platform/auth'
import type { Databases } from '@platform/database'
import type { Identify } from '@platform/http'

import type { Membership } from '../nodes/membership.ts'
import type { Project } from '../project.ts'
import type { Config } from '../settings/config.ts'
import type { Duties } from '../settings/roles.ts'
import type { Observation } from '../watch/events.ts'
import type { Tracing } from '../watch/tracing/tracing.ts'

export const wirePrefixes = ['/auth/v1', '/rest/v1', '/storage/v1', '/realtime/v1', '/functions/v1'] as const

export interface WireParts {
  readonly config: Config
  readonly project: Project
  readonly databases: Databases
  readonly keys: Keys
  /** Who a token speaks for; whether it still may, auth/v1 asks itself. */
  readonly identify: Identify
  readonly revocations: Revocations
  readonly sealer: Sealer
  readonly duties: Duties
  readonly membership: Membership
  /** Null where nothing is followed. */
  readonly tracing: Tracing | null
  /** Where people reach the server as far as it knows. */
  readonly publicUrl: string
  readonly observe: (observation: Observation) => void
}

export function issuerOf(publicUrl: string): string {
  return `${publicUrl}/auth/v1`
}
