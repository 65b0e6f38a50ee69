/** No text of a request stands in SQL outside a quoted identifier: everything else is the writer's own vocabulary. */
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'

import { shopSchema } from '../../testing/catalogue.ts'
import { hostileRequest } from '../../testing/hostile.ts'
import { restConfig } from '../config.ts'
import { RestError } from '../errors.ts'
import { type HttpRequest, parseRequest } from '../parse/request.ts'
import { planRequest } from '../plan/planner.ts'
import { toStatements } from './statement.ts'

const config = restConfig({ allowsAggregates: true, requiresFilter: false, maxRows: 100 })

const quoted = /"(?:[^"]|"")*"/g

/** What is left of a statement when identifiers, placeholders and the writer's own literals are taken out. */
function skeleton(text: string): string {
  return text.replaceAll(quoted, ' ').replaceAll(/\$[0-9]+/g, ' ')
}

const vocabulary = new Set(
  `with as select from where order by limit offset group returning insert into update set delete values default on
  conflict do nothing excluded and or not in any all is null true false unknown distinct left join lateral exists case when then
  else end between asc desc nulls first last cast like ilike variadic array count sum avg max min coalesce nullif
  json_agg jsonb_agg row_to_json json_strip_nulls current_setting json_to_record json_to_recordset jsonb_to_record
  jsonb_to_recordset jsonb_array_elements jsonb_build_object to_jsonb to_tsvector to_tsquery plainto_tsquery
  phraseto_tsquery websearch_to_tsquery set_config array_agg string_agg json_object_keys substring length pgrst_t
  pgrst_row pgrst_source pgrst_all pgrst_body pgrst_call pgrst_scalar pgrst_item text regconfig json jsonb int int4 int8
  numeric tsvector integer k explain format`.split(/\s+/),
)

function strangers(text: string): string[] {
  const plain = skeleton(text).replaceAll(
    /'(?:\[\]|null|response\.headers|response\.status|pgrst\.inserted|-1|0||,|E?\\n)'/g,
    ' ',
  )
  const words = plain.match(/[^\s()[\],.;:=<>@&|~*+/-]+/g) ?? []
  return words.filter((word) => !vocabulary.has(word.toLowerCase()) && !/^[0-9]+$/.test(word))
}

/** Null for a refusal, which must not be the server's fault. */
function write(http: HttpRequest): string | null {
  try {
    return toStatements(planRequest(parseRequest(http, config), shopSchema, config)).main.text
  } catch (error) {
    if (error instanceof RestError && error.status < 500) return null
    throw error
  }
}

describe('generated requests', () => {
  test('R-03 are refused in words of the catalogue, or written without a word of their own', () => {
    let written = 0
    fc.assert(
      fc.property(hostileRequest, ({ method, path, parts, prefer, body }) => {
        const url = `${path}?${parts.join('&')}`
        const sql = write({ method, url, mount: '/rest/v1', headers: { prefer }, body: Buffer.from(body) })
        written += sql === null ? 0 : 1
        expect([strangers(sql ?? ''), (sql ?? '').replaceAll(quoted, '').includes('"')]).toEqual([[], false])
      }),
      { numRuns: 5000 },
    )
    expect(written).toBeGreaterThan(500)
  })

  test('a planted hole is seen', () => {
    expect(strangers(`select evil from "public"."books"`)).toEqual(['evil'])
    expect(strangers(`select 1 where "a" = 'x'`)).toEqual(["'x'"])
  })
})
