/** The `REST_…` variables. What is unset stays with the service's defaults. */

import type { RestOverrides } from '@platform/rest'

import type { SettingsReader } from './settings-reader.ts'

export function readRestSettings(settings: SettingsReader): RestOverrides {
  return {
    allowsAggregates: settings.flag('REST_AGGREGATES', false),
    allowsPlan: settings.flag('REST_PLAN', false),
    allowsRollback: settings.flag('REST_TX_ROLLBACK', false),
    servesOpenApi: settings.flag('REST_OPENAPI', true),
    requiresFilter: settings.flag('REST_SAFE_UPDATE', true),
    visitorsMatch: settings.flag('REST_VISITORS_MATCH', false),
    visitorsCount: settings.whole('REST_VISITORS_COUNT', { min: 0, max: 1_000_000_000, fallback: 10_000 }),
  }
}
