/** An embed's name and hint → the one relationship they mean (WIRE §2.3). */
import { schemaErrors } from '../errors.ts'
import type { EmbedItem } from '../parse/query.ts'
import {
  type DirectRelationship,
  type JunctionRelationship,
  keyOf,
  type QualifiedName,
  type Relationship,
  type Schema,
} from '../schema/schema.ts'
import { mostSimilar } from '../schema/similar.ts'

const isSelf = ({ origin, target }: Relationship) => origin.name === target.name && origin.schema === target.schema

const isSingleColumn = ({ columns }: DirectRelationship) => columns.length === 1

const hasOwnColumn = (relationship: DirectRelationship, name: string) =>
  isSingleColumn(relationship) && relationship.columns[0]?.[0] === name

/** The column of the foreign key itself, on the side that holds it. */
const holdsColumn = (relationship: DirectRelationship, name: string) =>
  relationship.ownsKey && hasOwnColumn(relationship, name)

const hasOtherColumn = (relationship: DirectRelationship, name: string) =>
  isSingleColumn(relationship) && relationship.columns[0]?.[1] === name

export function findRelationship(schema: Schema, origin: QualifiedName, { name, hint }: EmbedItem): Relationship {
  const all = schema.relationships.get(keyOf(origin)) ?? []
  const computed = all.filter((relationship) => relationship.kind === 'computed' && relationship.routine.name === name)
  const found =
    computed.length > 0
      ? computed
      : all.filter(
          (relationship) =>
            relationship.kind !== 'computed' &&
            relationship.target.schema === origin.schema &&
            matches(relationship, name, hint),
        )
  const [only] = found
  if (only === undefined) {
    const suggestion = suggest(schema, origin, name)
    throw schemaErrors.noRelationship({
      origin: origin.name,
      target: name,
      relationHint: hint,
      schema: origin.schema,
      suggestion,
    })
  }
  if (found.length > 1) throw ambiguous(origin.name, name, found)
  return only
}

type Detected = DirectRelationship | JunctionRelationship

function matches(relationship: Detected, name: string, hint: string | null): boolean {
  const isTarget = relationship.target.name === name
  if (relationship.kind === 'many-to-many') return matchesJunction(relationship, isTarget, hint)
  if (isSelf(relationship)) return matchesSelf(relationship, name, hint)
  if (hint === null) {
    return (
      isTarget ||
      (!relationship.isToTargetView && (relationship.constraint === name || holdsColumn(relationship, name)))
    )
  }
  return (
    isTarget &&
    (relationship.constraint === hint || hasOwnColumn(relationship, hint) || hasOtherColumn(relationship, hint))
  )
}

function matchesJunction(relationship: JunctionRelationship, isTarget: boolean, hint: string | null): boolean {
  if (!isTarget) return false
  // A table that refers to itself is first of all the parent of its rows; its junctions have to be named.
  return hint === null ? !isSelf(relationship) : relationship.junction.name === hint
}

/** One key, two directions: the table's name leads to the children, the column's name to the parent. */
function matchesSelf(relationship: DirectRelationship, name: string, hint: string | null): boolean {
  if (relationship.ownsKey) return hint === null && hasOwnColumn(relationship, name)
  if (relationship.target.name !== name) return false
  return hint === null || hasOtherColumn(relationship, hint) || relationship.constraint === hint
}

/** Names that come near: of the table itself where nothing is related to it, else of what is related to it. */
function suggest(schema: Schema, origin: QualifiedName, name: string): string | null {
  const relatedTo = (table: string) =>
    schema.relationships.get(table)?.filter(({ target }) => target.schema === origin.schema) ?? []
  const targets = relatedTo(keyOf(origin)).map(({ target }) => target.name)
  const isOrigin = targets.length === 0
  const wanted = isOrigin ? origin.name : name
  const known = isOrigin
    ? [...schema.tables.values()]
        .filter((table) => table.schema === origin.schema && relatedTo(keyOf(table)).length > 0)
        .map((table) => table.name)
    : targets
  if (known.includes(wanted)) return null
  const nearest = mostSimilar(wanted, known, 0.33)
  return nearest === null ? null : `'${nearest}' instead of '${wanted}'.`
}

function ambiguous(origin: string, name: string, found: readonly Relationship[]) {
  const detected = found.filter((relationship): relationship is Detected => relationship.kind !== 'computed')
  return schemaErrors.ambiguousRelationship(
    origin,
    name,
    detected.map(describe),
    detected.map(({ target, ...relationship }) => {
      const hint = relationship.kind === 'many-to-many' ? relationship.junction.name : relationship.constraint
      return `${target.name}!${hint}`
    }),
  )
}

const side = (table: string, columns: readonly string[]) => `${table}(${columns.join(', ')})`

function describe(relationship: Detected): Record<string, string> {
  const { kind, origin, target } = relationship
  const embedding = `${origin.name} with ${target.name}`
  if (relationship.kind === 'many-to-many') {
    const { junction, originConstraint, targetConstraint, originColumns, targetColumns } = relationship
    const first = side(
      originConstraint,
      originColumns.map(([, column]) => column),
    )
    const second = side(
      targetConstraint,
      targetColumns.map(([column]) => column),
    )
    return { cardinality: kind, embedding, relationship: `${junction.name} using ${first} and ${second}` }
  }
  const own = side(
    origin.name,
    relationship.columns.map(([column]) => column),
  )
  const other = side(
    target.name,
    relationship.columns.map(([, column]) => column),
  )
  return { cardinality: kind, embedding, relationship: `${relationship.constraint} using ${own} and ${other}` }
}
