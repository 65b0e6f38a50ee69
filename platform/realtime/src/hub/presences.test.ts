import fc from 'fast-check'
import { describe, expect, it } from 'vitest'

import { diffJson, presenceJson, Presences, type PresenceChange, type PresenceEntry } from './presences.ts'

const nodes = ['n1', 'n2', 'n3'] as const
type NodeName = (typeof nodes)[number]

/** What a node does, and what the bus does to what it said. */
const actions = fc.array(
  fc.oneof(
    fc.record({
      does: fc.constant('track' as const),
      node: fc.constantFrom(...nodes),
      space: fc.constantFrom('a', 'b'),
    }),
    fc.record({ does: fc.constant('untrack' as const), node: fc.constantFrom(...nodes) }),
    fc.record({ does: fc.constant('lose' as const), node: fc.constantFrom(...nodes) }),
    fc.record({ does: fc.constant('repeat' as const), node: fc.constantFrom(...nodes) }),
  ),
  { maxLength: 60 },
)

class Node {
  readonly presences = new Presences()
  readonly seen = new Map<string, PresenceEntry>()
  readonly name: NodeName
  #ids = 0

  constructor(name: NodeName) {
    this.name = name
  }

  track(space: string): PresenceChange {
    const id = (this.#ids += 1)
    return { space, joins: [{ id, space, key: `${this.name} ${id % 3}`, metaJson: `{"phx_ref":"${id}"}` }], leaves: [] }
  }

  untrack(): PresenceChange | null {
    const entry = this.presences.snapshot(this.name).entries[0]
    return entry === undefined ? null : { space: entry.space, joins: [], leaves: [entry] }
  }

  /** What listeners of this node have been told. */
  show({ joins, leaves }: PresenceChange, from: string): void {
    for (const { id } of leaves) this.seen.delete(`${from} ${id}`)
    for (const entry of joins) this.seen.set(`${from} ${entry.id}`, entry)
  }
}

describe('presences on several nodes', () => {
  it('agree once everybody has heard a heartbeat, whatever was lost or repeated, and listeners were told all of it', () => {
    fc.assert(
      fc.property(actions, (list) => {
        const all = nodes.map((name) => new Node(name))
        for (const action of list) run(all, action)
        for (const node of all) {
          for (const other of all) {
            if (other === node || node.presences.versionOf(other.name) === other.presences.versionOf(other.name))
              continue
            const snapshot = other.presences.snapshot(other.name)
            for (const change of node.presences.replace(other.name, snapshot)) node.show(change, other.name)
          }
        }
        const views = all.map(({ presences }) => ['a', 'b'].map((space) => sorted(presences.in(space))))
        expect(views[1]).toEqual(views[0])
        expect(views[2]).toEqual(views[0])
        for (const { seen } of all) expect(sorted(seen.values())).toEqual(views[0]!.flat().sort())
      }),
    )
  })

  it('forget a node that is gone, and take it back when it was not', () => {
    const presences = new Presences()
    const joins = [{ id: 1, space: 'a', key: 'k', metaJson: '{}' }]
    presences.apply('n1', 1, { space: 'a', joins, leaves: [] })
    expect(presences.drop('n1')).toEqual([{ space: 'a', joins: [], leaves: joins }])
    expect([...presences.in('a')]).toEqual([])
    expect(presences.apply('n1', 2, { space: 'a', joins: [], leaves: [] })).toBe(false)
    expect(presences.replace('n1', { version: 2, entries: joins })).toEqual([{ space: 'a', joins, leaves: [] }])
  })
})

const sorted = (entries: Iterable<PresenceEntry>) => Array.from(entries, ({ key, id }) => `${key} ${id}`).sort()

function run(
  all: readonly Node[],
  action: { does: 'track' | 'untrack' | 'lose' | 'repeat'; node: NodeName; space?: string },
) {
  const node = all.find(({ name }) => name === action.node)!
  const change = action.does === 'untrack' ? node.untrack() : node.track(action.space ?? 'a')
  if (change === null) return
  const version = node.presences.versionOf(node.name) + 1
  node.presences.apply(node.name, version, change)
  node.show(change, node.name)
  if (action.does === 'lose') return
  const hear = (other: Node) => {
    if (other.presences.apply(node.name, version, change)) other.show(change, node.name)
  }
  for (const other of all) {
    if (other === node) continue
    hear(other)
    if (action.does === 'repeat') hear(other)
  }
}

describe('as JSON (WIRE §4.6)', () => {
  const entry = (id: number, key: string) => ({ id, space: 'a', key, metaJson: `{"phx_ref":"${id}"}` })

  it('groups the metas of a key', () => {
    expect(JSON.parse(presenceJson([entry(1, 'a"b'), entry(2, 'c'), entry(3, 'a"b')]))).toEqual({
      'a"b': { metas: [{ phx_ref: '1' }, { phx_ref: '3' }] },
      c: { metas: [{ phx_ref: '2' }] },
    })
  })

  it('W-07 keys that name what objects have anyway are keys like others', () => {
    const state = JSON.parse(presenceJson([entry(1, '__proto__')])) as object
    expect(Object.keys(state)).toEqual(['__proto__'])
    expect(JSON.parse(diffJson({ space: 'a', joins: [], leaves: [entry(1, 'x')] }))).toEqual({
      joins: {},
      leaves: { x: { metas: [{ phx_ref: '1' }] } },
    })
  })
})
