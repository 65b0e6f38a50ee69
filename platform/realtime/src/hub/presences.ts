/**
 * Who is present where, on the nodes that somebody here needs to know of. Every node alone writes its own entries of a space
 * and numbers its changes, so replicas agree once they have seen the same number (a state-based CRDT of single-writer sets).
 */

export interface PresenceEntry {
  /** Unique within its node. */
  readonly id: number
  /** The space's key. */
  readonly space: string
  /** What clients call the key: several entries may share one. */
  readonly key: string
  /** JSON of the meta, with `phx_ref`. */
  readonly metaJson: string
}

export interface PresenceChange {
  readonly space: string
  readonly joins: readonly PresenceEntry[]
  readonly leaves: readonly PresenceEntry[]
}

/** All that a node says about a space. */
export interface PresenceSnapshot {
  readonly version: number
  readonly entries: readonly PresenceEntry[]
}

interface Replica {
  version: number
  readonly entries: Map<number, PresenceEntry>
}

export class Presences {
  /** By space, then by node. */
  readonly #spaces = new Map<string, Map<string, Replica>>()

  /** 0 where nothing is known of the node in the space. */
  versionOf(node: string, space: string): number {
    return this.#spaces.get(space)?.get(node)?.version ?? 0
  }

  /** Applies a node's change that follows its version `after`; false when some before it are missing. */
  apply(node: string, { version, after }: { version: number; after: number }, change: PresenceChange): boolean {
    if (after !== this.versionOf(node, change.space)) return false
    const replica = this.#replicaOf(node, change.space)
    replica.version = version
    for (const { id } of change.leaves) replica.entries.delete(id)
    for (const entry of change.joins) replica.entries.set(entry.id, entry)
    return true
  }

  /** Takes a node's word for all of its entries in a space; answers what is new by that. */
  replace(node: string, space: string, { version, entries }: PresenceSnapshot): PresenceChange | null {
    if (version < this.versionOf(node, space)) return null
    const replica = this.#replicaOf(node, space)
    replica.version = version
    const said = new Set(entries.map(({ id }) => id))
    const leaves = [...replica.entries.values()].filter(({ id }) => !said.has(id))
    const joins = entries.filter(({ id }) => !replica.entries.has(id))
    for (const { id } of leaves) replica.entries.delete(id)
    for (const entry of joins) replica.entries.set(entry.id, entry)
    return joins.length + leaves.length === 0 ? null : { space, joins, leaves }
  }

  /** Forgets a node that is gone. */
  drop(node: string): PresenceChange[] {
    const changes: PresenceChange[] = []
    for (const [space, replicas] of this.#spaces) {
      const leaves = [...(replicas.get(node)?.entries.values() ?? [])]
      this.#remove(node, space)
      if (leaves.length > 0) changes.push({ space, joins: [], leaves })
    }
    return changes
  }

  /** Nobody asks about the space any more. */
  forget(space: string): void {
    this.#spaces.delete(space)
  }

  /** A node that has nobody there begins anew with its next change. */
  forgetEmpty(node: string, space: string): void {
    if (this.#spaces.get(space)?.get(node)?.entries.size === 0) this.#remove(node, space)
  }

  entriesOf(node: string, space: string): PresenceEntry[] {
    return [...(this.#spaces.get(space)?.get(node)?.entries.values() ?? [])]
  }

  /** Where something is known of the node. */
  spacesOf(node: string): string[] {
    return [...this.#spaces].flatMap(([space, replicas]) => (replicas.has(node) ? [space] : []))
  }

  *in(space: string): Iterable<PresenceEntry> {
    for (const { entries } of this.#spaces.get(space)?.values() ?? []) yield* entries.values()
  }

  #replicaOf(node: string, space: string): Replica {
    const replicas = this.#spaces.get(space) ?? new Map<string, Replica>()
    this.#spaces.set(space, replicas)
    const replica = replicas.get(node) ?? { version: 0, entries: new Map() }
    replicas.set(node, replica)
    return replica
  }

  #remove(node: string, space: string): void {
    const replicas = this.#spaces.get(space)
    replicas?.delete(node)
    if (replicas?.size === 0) this.#spaces.delete(space)
  }
}

/** `{<key>:{metas:[…]}}` (WIRE §4.6). */
export function presenceJson(entries: Iterable<PresenceEntry>): string {
  const groups = Map.groupBy(entries, ({ key }) => key)
  const members = Array.from(groups, ([key, group]) => {
    const metas = group.map(({ metaJson }) => metaJson).join(',')
    return `${JSON.stringify(key)}:{"metas":[${metas}]}`
  })
  return `{${members.join(',')}}`
}

export function diffJson({ joins, leaves }: PresenceChange): string {
  return `{"joins":${presenceJson(joins)},"leaves":${presenceJson(leaves)}}`
}
