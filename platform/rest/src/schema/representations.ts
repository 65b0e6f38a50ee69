/** Implicit casts of domains → how their values travel as JSON and in query strings. */
import type { Catalogue } from './catalogue.ts'
import type { QualifiedName, Representation } from './schema.ts'

const none: Representation = { toJson: null, fromJson: null, fromText: null }

/** @returns by the domain's name, as columns name their types */
export function findRepresentations({ representations }: Pick<Catalogue, 'representations'>) {
  const found = new Map<string, Representation>()
  const add = (domain: string, use: Partial<Record<keyof Representation, QualifiedName>>) =>
    found.set(domain, { ...(found.get(domain) ?? none), ...use })
  for (const { source, target, schema, name } of representations) {
    if (target === 'json') add(source, { toJson: { schema, name } })
    else add(target, { [source === 'json' ? 'fromJson' : 'fromText']: { schema, name } })
  }
  return found
}
