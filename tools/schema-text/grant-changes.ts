/** From the rights of one schema to those of another: whoever's change, on one object, are taken and given again whole. */
import type { SchemaEntry } from './entry.ts'

interface Rights {
  readonly object: string
  readonly role: string
  readonly grants: string[]
}

/** Rights on columns are taken with those on their table, so both are of one object. */
function rightsOf(entries: readonly SchemaEntry[]): Map<string, Rights> {
  const found = new Map<string, Rights>()
  for (const { kind, text } of entries) {
    if (kind !== 'grant') continue
    const [, object, role] = / on ((?:table|sequence|function|schema|type) .*) to (\S+)(?: with grant option)?$/.exec(
      text,
    )!
    const key = `${object} to ${role}`
    const rights = found.get(key) ?? { object: object!, role: role!, grants: [] }
    rights.grants.push(`${text};`)
    found.set(key, rights)
  }
  return found
}

/** What tells that an object is there: everything that has rights has an owner. */
const objectsOf = (entries: readonly SchemaEntry[]): Set<string> =>
  new Set(entries.filter(({ kind }) => kind === 'owner').map(({ name }) => name))

/** @param remade objects that are dropped and made again, whose rights begin anew */
export function grantChanges(
  before: readonly SchemaEntry[],
  after: readonly SchemaEntry[],
  remade: ReadonlySet<string>,
): string[] {
  const [old, made] = [rightsOf(before), rightsOf(after)]
  const [were, are] = [objectsOf(before), objectsOf(after)]
  const fresh = [...are].filter((object) => !were.has(object) || remade.has(object)).sort()
  const statements = fresh.flatMap((object) => [
    `revoke all on ${object} from public, anon, authenticated, service_role;`,
    ...[...made.values()].filter((rights) => rights.object === object).flatMap(({ grants }) => grants),
  ])
  for (const key of [...new Set([...old.keys(), ...made.keys()])].sort()) {
    const { object, role } = (made.get(key) ?? old.get(key))!
    const [was, is] = [old.get(key)?.grants ?? [], made.get(key)?.grants ?? []]
    if (fresh.includes(object) || !are.has(object) || was.join() === is.join()) continue
    if (was.length > 0) statements.push(`revoke all on ${object} from ${role};`)
    statements.push(...is)
  }
  return statements
}
