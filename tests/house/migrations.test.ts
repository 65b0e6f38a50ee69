/**
 * A migration after the first release must leave the release before it running: it adds, it holds no lock for long, and what it
 * takes away nobody has used for a release (docs/decisions/0053). The baseline, which no database has before it, is free.
 */
import { spawnSync } from 'node:child_process'
import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'

import { expect, test } from 'vitest'

import { root } from '../../tools/run-command.ts'

/** What blocks people while it runs, by the linter's names. */
const blocking = new Set([
  'adding-field-with-default',
  'adding-foreign-key-constraint',
  'adding-not-nullable-field',
  'adding-required-field',
  'adding-serial-primary-key-field',
  'ban-truncate-cascade',
  'changing-column-type',
  'constraint-missing-not-valid',
  'disallowed-unique-constraint',
  'require-concurrent-index-creation',
  'require-concurrent-index-deletion',
  'transaction-nesting',
])
/** What a process of the release before may still ask for. */
const taking = new Set(['ban-drop-column', 'ban-drop-database', 'ban-drop-table', 'renaming-column', 'renaming-table'])

interface Finding {
  readonly line: number
  readonly rule_name: string
}

function lint(text: string, inTransaction: boolean): Finding[] {
  const args = ['--pg-version', '15.0', '--reporter', 'json']
  const more = inTransaction ? ['--assume-in-transaction'] : []
  const { stdout, stderr } = spawnSync(join(root, 'node_modules/.bin/squawk'), [...args, ...more], {
    input: text,
    encoding: 'utf8',
  })
  if (!stdout.startsWith('[')) throw new Error(`${stdout}${stderr}`)
  return JSON.parse(stdout) as Finding[]
}

/** Functions and types that go or are called otherwise; one that is made anew in the same file stays. */
function takenNames(code: string): string[] {
  const gone = code.matchAll(/\b(?:drop|alter)\s+(function|type|view)\s+(?:if\s+exists\s+)?([\w.]+)([^;]*)/gi)
  return [...gone].flatMap(([statement, kind = '', name = '', rest = '']) => {
    const isTaken = /^drop/i.test(statement) || /\brename\b/i.test(rest)
    const isMadeAnew = new RegExp(
      `create\\s+(?:or\\s+replace\\s+)?${kind}\\s+${name.replace('.', '\\.')}\\b`,
      'i',
    ).test(code)
    return isTaken && !isMadeAnew ? [name] : []
  })
}

const contractForm = /^-- contract: unused since (\d+\.\d+\.\d+)$/m
const order = (version: string) => version.split('.').reduce((sum, part) => sum * 1_000_000 + Number(part), 0)

/** @param release what runs now: what was unused since then, or later, may be asked for by the one before */
function faultsOf(text: string, release: string): string[] {
  const since = contractForm.exec(text)?.[1]
  const isContract = since !== undefined && order(since) < order(release)
  const inTransaction = !/^-- no-transaction\s*$/m.test(text.split('\n', 2).join('\n'))
  const found = lint(text, inTransaction)
  const faults = found.filter(({ rule_name: rule }) => blocking.has(rule) || (!isContract && taking.has(rule)))
  const code = text.replace(/--.*$/gm, '').replace(/\$(\w*)\$[^]*?\$\1\$/g, "''")
  const isLost = inTransaction && /\bconcurrently\b/i.test(code)
  const taken = isContract ? [] : takenNames(code).map((name) => `takes ${name} away`)
  return [
    ...faults.map(({ line, rule_name: rule }) => `${line + 1}: ${rule}`),
    ...taken,
    ...(isLost ? ['is concurrent without -- no-transaction'] : []),
  ]
}

test.each([
  ['create index posts_by on public.feed_posts (title);', ['1: require-concurrent-index-creation']],
  ['drop index public.posts_by;', ['1: require-concurrent-index-deletion']],
  ['alter table public.feed_posts alter column title type bigint;', ['1: changing-column-type']],
  ['alter table public.feed_posts alter column title set not null;', ['1: adding-not-nullable-field']],
  ['alter table public.feed_posts add column a int not null;', ['1: adding-required-field']],
  ['alter table public.feed_posts add column a uuid default gen_random_uuid();', ['1: adding-field-with-default']],
  ['alter table public.feed_posts add constraint a check (b > 0);', ['1: constraint-missing-not-valid']],
  ['alter table public.feed_posts rename column title to name;', ['1: renaming-column']],
  ['alter table public.feed_posts drop column title;', ['1: ban-drop-column']],
  ['drop table public.feed_posts;', ['1: ban-drop-table']],
  ['drop function public.feed_page(text);', ['takes public.feed_page away']],
  ['alter function public.feed_page(text) rename to page;', ['takes public.feed_page away']],
  ['-- contract: unused since 5.2.0\ndrop table public.old;', ['2: ban-drop-table']],
  ['create index concurrently posts_by on public.feed_posts (title);', ['is concurrent without -- no-transaction']],
])('refuses %s', (text, faults) => {
  expect(faultsOf(text, '5.2.0')).toEqual(faults)
})

test.each([
  '-- no-transaction\ncreate index concurrently posts_by on public.feed_posts (title);',
  'create table public.notes (id bigint primary key, words text not null); create index on public.notes (words);',
  'alter table public.feed_posts add column a int; alter table public.feed_posts add column b int not null default 0;',
  '-- no-transaction\nalter table public.feed_posts add constraint a check (b > 0) not valid; alter table public.feed_posts validate constraint a;',
  "drop function app.a(int); create function app.a(int, int) returns text language sql as $$ select 'drop table x' $$;",
  '-- contract: unused since 5.1.0\ndrop table public.old; drop function public.old_page(text);',
])('takes %s', (text) => {
  expect(faultsOf(text, '5.2.0')).toEqual([])
})

test('every migration after the baseline leaves the release before it running', () => {
  const { version } = JSON.parse(readFileSync(join(root, 'release.json'), 'utf8')) as { version: string }
  const folder = join(root, 'supabase/migrations')
  const [, ...later] = readdirSync(folder)
    .filter((file) => file.endsWith('.sql'))
    .toSorted()
  const faults = later.flatMap((file) =>
    faultsOf(readFileSync(join(folder, file), 'utf8'), version).map((fault) => `${file}:${fault}`),
  )
  expect(faults).toEqual([])
})
