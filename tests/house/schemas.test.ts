/** supabase/schemas says the present: each object once, in files that one reads at a sitting. */
import { pathToFileURL } from 'node:url'

import { expect, test } from 'vitest'

import { root } from '../../tools/run-command.ts'
import { readSchemaFiles, type SchemaFile } from '../../tools/schema-text/schema-files.ts'

const files = await readSchemaFiles(pathToFileURL(`${root}supabase/schemas/`))

/** Line by line: a statement begins at the margin, what a function says never does. */
const made =
  /^create (?:unlogged |unique |constraint )*(function|table|view|type|index|policy|trigger|schema) ((?:"[^"]+"|[\w.]+)(?: on [\w.]+)?)(.*)/gm

const sameName = (kind: string, name: string, rest: string) =>
  kind === 'function'
    ? `${kind} ${name}${rest}`
    : kind === 'trigger'
      ? `${kind} ${name} ${tableOf(rest)}`
      : `${kind} ${name}`
const tableOf = (rest: string) => / on ([\w.]+)/.exec(rest)?.[1] ?? ''

const objectsOf = ({ text }: SchemaFile) =>
  [...text.matchAll(made)].map(([, kind, name, rest]) => sameName(kind!, name!, rest!))

const problemsOf = (all: readonly SchemaFile[]) => [
  ...all.filter(({ text }) => text.split('\n').length > 301).map(({ path }) => `${path} has more than 300 lines`),
  ...all
    .filter(({ path }) => !/^\d\d_[a-z_]+\/\d\d_[a-z_]+\.sql$/.test(path))
    .map(({ path }) => `${path} is named otherwise`),
  ...all.filter(({ text }) => /^create or replace/im.test(text)).map(({ path }) => `${path} replaces something`),
  ...all.filter(({ text }) => /^drop /im.test(text)).map(({ path }) => `${path} takes something away`),
  ...all
    .filter(({ text }) => /^alter table \S+\s+(?!\s|enable row level|alter column \S+ set statistics)/m.test(text))
    .map(({ path }) => `${path} changes a table that another statement makes`),
  ...[...Map.groupBy(all.flatMap(objectsOf), (object) => object)]
    .filter(([, times]) => times.length > 1)
    .map(([object]) => `${object} stands twice`),
]

/** How many files one has to read to know all of a table. */
const filesAbout = (table: string) =>
  files.filter(({ text }) =>
    new RegExp(
      `^(?:(?:create|alter|comment|grant|revoke)\\b[^;$]*?|on )(?:on|table|column) (?:table |column )?${table}\\b`,
      'm',
    ).test(text),
  ).length

test('supabase/schemas makes everything once, and nothing that it changes afterwards', () => {
  expect(files.length).toBeGreaterThan(80)
  expect(files.flatMap(objectsOf).length).toBeGreaterThan(700)
  expect(problemsOf(files)).toEqual([])
  expect(filesAbout('public\\.feed_posts')).toBeLessThanOrEqual(3)
})

test('what breaks the rule is found', () => {
  const text = `create or replace function app.f() returns int
language sql as 'select 1';
create table app.t (id int);
create table app.t (id int);
alter table app.t add column name text;
drop table app.t;
${'\n'.repeat(300)}`
  expect(problemsOf([{ path: '10_Wrong/name.sql', text }])).toHaveLength(6)
})
