/**
 * Who is present where, on all nodes. Every node alone writes its own entries and numbers its changes, so replicas
 * agree once they have seen the same number (a state-based CRDT of single-writer sets).
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

/** All that a node says about itself. */
export interface PresenceSnapshot {
  readonly version: number
  readonly entries: readonly PresenceEntry[]
}

interface Replica {
  version: number
  readonly entries: Map<number, PresenceEntry>
}

export class Presences {
  readonly #replicas = new Map<string, Replica>()
  readonly #spaces = new Map<string, Set<PresenceEntry>>()

  /** 0 for a node that nothing is known of. */
  versionOf(node: string): number {
    return this.#replicas.get(node)?.version ?? 0
  }

  /** Applies the next change of a node; false when some before it are missing. */
  apply(node: string, version: number, change: PresenceChange): boolean {
    const replica = this.#replicaOf(node)
    if (version !== replica.version + 1) return false
    replica.version = version
    for (const entry of change.leaves) this.#remove(replica, entry.id)
    for (const entry of change.joins) this.#add(replica, entry)
    return true
  }

  /** Takes a node's word for all of its entries; answers what is new by that. */
  replace(node: string, snapshot: PresenceSnapshot): PresenceChange[] {
    const replica = this.#replicaOf(node)
    if (snapshot.version < replica.version) return []
    replica.version = snapshot.version
    const said = new Map(snapshot.entries.map((entry) => [entry.id, entry]))
    const leaves = [...replica.entries.values()].filter(({ id }) => !said.has(id))
    const joins = snapshot.entries.filter(({ id }) => !replica.entries.has(id))
    for (const { id } of leaves) this.#remove(replica, id)
    for (const entry of joins) this.#add(replica, entry)
    return bySpace(joins, leaves)
  }

  /** Forgets a node that is gone. */
  drop(node: string): PresenceChange[] {
    const replica = this.#replicas.get(node)
    if (replica === undefined) return []
    const leaves = [...replica.entries.values()]
    for (const { id } of leaves) this.#remove(replica, id)
    this.#replicas.delete(node)
    return bySpace([], leaves)
  }

  snapshot(node: string): PresenceSnapshot {
    const replica = this.#replicas.get(node)
    return { version: replica?.version ?? 0, entries: [...(replica?.entries.values() ?? [])] }
  }

  in(space: string): Iterable<PresenceEntry> {
    return this.#spaces.get(space) ?? []
  }

  #replicaOf(node: string): Replica {
    let replica = this.#replicas.get(node)
    if (replica === undefined) {
      replica = { version: 0, entries: new Map() }
      this.#replicas.set(node, replica)
    }
    return replica
  }

  #add(replica: Replica, entry: PresenceEntry): void {
    replica.entries.set(entry.id, entry)
    const entries = this.#spaces.get(entry.space)
    if (entries === undefined) this.#spaces.set(entry.space, new Set([entry]))
    else entries.add(entry)
  }

  #remove(replica: Replica, id: number): void {
    const entry = replica.entries.get(id)
    if (entry === undefined) return
    replica.entries.delete(id)
    const entries = this.#spaces.get(entry.space)
    entries?.delete(entry)
    if (entries?.size === 0) this.#spaces.delete(entry.space)
  }
}

function bySpace(joins: readonly PresenceEntry[], leaves: readonly PresenceEntry[]): PresenceChange[] {
  const joinsIn = Map.groupBy(joins, ({ space }) => space)
  const leavesIn = Map.groupBy(leaves, ({ space }) => space)
  const spaces = new Set([...joinsIn.keys(), ...leavesIn.keys()])
  return Array.from(spaces, (space) => ({
    space,
    joins: joinsIn.get(space) ?? [],
    leaves: leavesIn.get(space) ?? [],
  }))
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
