/** The migration from one schema to another: what can be stated is stated, what a person must decide is listed. */
import type { SchemaEntry } from './entry.ts'
import { grantChanges } from './grant-changes.ts'

type Entries = ReadonlyMap<string, SchemaEntry>

/** Of these every change is one statement; tables, constraints, indexes, types, rows and the like are for a person. */
const stated = new Set(['function', 'view', 'trigger', 'policy', 'comment', 'owner', 'grant'])

const keyOf = ({ kind, name }: SchemaEntry): string => `${kind} ${name}`
const byKey = (entries: readonly SchemaEntry[]): Entries => new Map(entries.map((entry) => [keyOf(entry), entry]))

interface Difference {
  readonly old: SchemaEntry | undefined
  readonly made: SchemaEntry | undefined
}

function differencesOf(before: Entries, after: Entries): Difference[] {
  const keys = [...new Set([...before.keys(), ...after.keys()])]
  return keys
    .map((key) => ({ old: before.get(key), made: after.get(key) }))
    .filter(({ old, made }) => old?.text !== made?.text)
}

export function compareSchemas(before: readonly SchemaEntry[], after: readonly SchemaEntry[]): string {
  const [old, made] = [byKey(before), byKey(after)]
  const differences = differencesOf(old, made)
  const ofKind = (...kinds: string[]) => differences.filter((found) => kinds.includes((found.old ?? found.made)!.kind))
  const byHand = differences.filter((found) => !stated.has((found.old ?? found.made)!.kind))
  const remade = ofKind('function').filter(isMadeAnew)
  const sections = [
    ofKind('trigger', 'policy').flatMap(({ old: gone }) => (gone ? [dropOf(gone)] : [])),
    [...ofKind('view', 'function').filter((found) => found.made === undefined), ...remade].flatMap(({ old: gone }) =>
      gone ? [dropOf(gone)] : [],
    ),
    byHand.length === 0 ? [] : [listed(byHand)],
    ofKind('function').flatMap(({ made: next }) => (next ? [`${next.text};`] : [])),
    ofKind('view').flatMap(({ made: next }) => (next ? [viewOf(next)] : [])),
    ofKind('policy', 'trigger').flatMap(({ made: next }) => (next ? [`${next.text};`] : [])),
    ofKind('owner').flatMap((found) => (found.made && !isMigratorsOwn(found) ? [`${found.made.text};`] : [])),
    grantChanges(before, after, new Set(remade.map((found) => `function ${found.made?.name}`))),
    [...ofKind('comment').flatMap((found) => commentOf(found, made)), ...lostComments(remade, made, differences)],
  ]
  return sections
    .filter((statements) => statements.length > 0)
    .map((statements) => `${statements.join('\n')}\n`)
    .join('\n')
}

/** A function is replaced as long as it takes and gives the same. */
const signature = ({ text }: SchemaEntry): string => text.slice(0, text.indexOf('\n LANGUAGE'))
const isMadeAnew = ({ old, made }: Difference): boolean =>
  old !== undefined && made !== undefined && signature(old) !== signature(made)

/** What a migration makes belongs to whoever runs it, who need not be called so and may not give it away. */
const isMigratorsOwn = ({ old, made }: Difference): boolean =>
  old === undefined && made?.text.endsWith(' owner to postgres') === true

function dropOf({ kind, name }: SchemaEntry): string {
  if (kind === 'function' || kind === 'view') return `drop ${kind} ${name};`
  const [, table, own] = /^((?:"[^"]*"|[^" ])+) (.*)$/s.exec(name)!
  return `drop ${kind} ${own} on ${table};`
}

const viewOf = ({ text }: SchemaEntry): string => `${text.replace(/^create view/, 'create or replace view')};`

function commentOf({ old, made }: Difference, after: Entries): string[] {
  if (made) return [`${made.text};`]
  return old && isThere(old.name, after) ? [`comment on ${old.name} is null;`] : []
}

/** Whether what a comment was about still is: a column is looked for in the text of its table. */
function isThere(object: string, after: Entries): boolean {
  const column = /^column (.*)\.([^.]+)$/.exec(object)
  if (column)
    return after.get(`table ${column[1]}`)?.text.includes(`\n  ${column[2]} `) ?? after.has(`view ${column[1]}`)
  const part = /^(trigger|policy|constraint) (.*) on (.*)$/.exec(object)
  return after.has(part ? `${part[1]} ${part[3]} ${part[2]}` : object)
}

/** What is made anew has lost its comment, though nobody changed it. */
function lostComments(remade: readonly Difference[], after: Entries, differences: readonly Difference[]): string[] {
  const told = new Set(differences.map(({ made }) => made))
  return remade
    .map(({ made }) => after.get(`comment function ${made?.name}`))
    .filter((comment) => comment !== undefined && !told.has(comment))
    .map((comment) => `${comment!.text};`)
}

function listed(differences: readonly Difference[]): string {
  const lines = ['By hand:', ...differences.flatMap(tell)]
  return lines.map((line) => `-- ${line}`.trimEnd()).join('\n')
}

function tell({ old, made }: Difference): string[] {
  const { kind, name } = (old ?? made)!
  const [was, is] = [old?.text.split('\n') ?? [], made?.text.split('\n') ?? []]
  const change = old === undefined ? 'new' : made === undefined ? 'gone' : 'changed'
  return [
    `${kind} ${name} (${change})`,
    ...was.filter((line) => !is.includes(line)).map((line) => `  - ${line}`),
    ...is.filter((line) => !was.includes(line)).map((line) => `  + ${line}`),
  ]
}
