/** What rest/v1 allows. */

import { area, onOff, whole, type Form } from './reader.ts'

const functionName: Form<{ readonly schema: string; readonly name: string }> = {
  expected: 'schema.function',
  parse(given) {
    const [, schema, name] = /^(\w+)\.(\w+)$/.exec(given) ?? []
    return schema === undefined || name === undefined ? undefined : { schema, name }
  },
}

export const restArea = area({
  title: 'Tables and functions (rest/v1)',
  settings: {
    allowsAggregates: {
      name: 'REST_AGGREGATES',
      form: onOff,
      default: false,
      words: 'Totals in `select`.',
    },
    allowsPlan: {
      name: 'REST_PLAN',
      form: onOff,
      default: false,
      words: 'Query plans by `Accept`.',
    },
    allowsRollback: {
      name: 'REST_TX_ROLLBACK',
      form: onOff,
      default: false,
      words: 'Rehearsals by `Prefer: tx=rollback`.',
    },
    servesOpenApi: {
      name: 'REST_OPENAPI',
      form: onOff,
      default: true,
      words: 'It describes itself at its root.',
    },
    requiresFilter: {
      name: 'REST_SAFE_UPDATE',
      form: onOff,
      default: true,
      words: 'Changes of whole tables, without any filter, are refused.',
    },
    visitorsMatch: {
      name: 'REST_VISITORS_MATCH',
      form: onOff,
      default: false,
      words: 'People who are not signed in may filter by regular expressions.',
    },
    visitorsCount: {
      name: 'REST_VISITORS_COUNT',
      form: whole(0, 1_000_000_000, 'rows'),
      default: 10_000,
      words: 'Up to how many rows people who are not signed in have counted exactly.',
    },
    visitorsHeld: {
      name: 'REST_VISITORS_CACHE',
      form: whole(0, 3_600, 'seconds'),
      default: 10,
      words:
        'How long a cache in front of this server may give one visitor’s read to the next, of those that supabase/config.toml names; 0 for never.',
    },
    preRequest: {
      name: 'REST_PRE_REQUEST',
      form: functionName,
      unset: 'none',
      words:
        'A function without arguments that runs first in every transaction, as who asks, and refuses the request by raising.',
    },
    plannedCounts: {
      name: 'REST_PLANNED_COUNTS',
      form: onOff,
      default: false,
      words:
        '`count=planned` tells people the planner’s guess, as the original does: it knows of rows that no policy shows them.',
    },
  },
})
