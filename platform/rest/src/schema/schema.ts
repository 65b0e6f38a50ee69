/** What the planner knows of the database: tables, relationships, functions. */

export interface QualifiedName {
  readonly schema: string
  readonly name: string
}

export interface Column {
  readonly name: string
  /** Type without length or precision, qualified unless built in. */
  readonly type: string
  readonly isNullable: boolean
  /** The default as an SQL expression, straight from the catalogue. */
  readonly default: string | null
  /** Never written: `generated always as (…)`. */
  readonly isGenerated: boolean
  /** Full text is searched in it as it is: `tsvector`, or a domain over it. */
  readonly isSearched: boolean
  readonly maxLength: number | null
  readonly enumValues: readonly string[]
  /** What partial indexes compare the column with. */
  readonly indexConstants: readonly string[]
  readonly description: string | null
  /** Null for all types but domains with casts of their own. */
  readonly representation: Representation | null
}

export interface Table extends QualifiedName {
  readonly isView: boolean
  /** Row-level security is on: who may see a row depends on who asks. */
  readonly hasPolicies: boolean
  readonly isInsertable: boolean
  readonly isUpdatable: boolean
  readonly isDeletable: boolean
  readonly description: string | null
  readonly columns: ReadonlyMap<string, Column>
  /** Whether any column has a representation of its own. */
  readonly isRepresented: boolean
  readonly primaryKey: readonly string[]
}

export interface Parameter {
  readonly name: string
  readonly type: string
  readonly isRequired: boolean
  readonly isVariadic: boolean
}

export interface Routine extends QualifiedName {
  readonly parameters: readonly Parameter[]
  readonly returns: {
    readonly kind: 'void' | 'scalar' | 'composite'
    readonly type: string
    readonly isSet: boolean
    /** Whether the value is `bytea`, or a domain over it. */
    readonly isBytes: boolean
    /** The table whose rows come back: what makes the result embeddable. */
    readonly table: QualifiedName | null
  }
  readonly volatility: 'volatile' | 'stable' | 'immutable'
  readonly description: string | null
}

export type ColumnPairs = readonly (readonly [own: string, other: string])[]

interface Ends {
  readonly origin: QualifiedName
  readonly target: QualifiedName
  readonly isToTargetView: boolean
}

export interface DirectRelationship extends Ends {
  readonly kind: 'many-to-one' | 'one-to-many' | 'one-to-one'
  readonly constraint: string
  /** True on the side that holds the foreign key. */
  readonly ownsKey: boolean
  readonly columns: ColumnPairs
}

export interface JunctionRelationship extends Ends {
  readonly kind: 'many-to-many'
  readonly junction: QualifiedName
  readonly originConstraint: string
  readonly targetConstraint: string
  /** Origin's columns with the junction's. */
  readonly originColumns: ColumnPairs
  /** Junction's columns with the target's. */
  readonly targetColumns: ColumnPairs
}

export interface ComputedRelationship extends Ends {
  readonly kind: 'computed'
  readonly routine: QualifiedName
  readonly isToOne: boolean
}

export type Relationship = DirectRelationship | JunctionRelationship | ComputedRelationship

/** How values of a domain travel: the functions of its implicit casts. */
export interface Representation {
  readonly toJson: QualifiedName | null
  readonly fromJson: QualifiedName | null
  readonly fromText: QualifiedName | null
}

/** An aggregate that writes rows as a media type of its own. */
export interface MediaHandler extends QualifiedName {
  readonly mediaType: string
  /** The table whose rows it takes; null for any. */
  readonly table: QualifiedName | null
  readonly isBytes: boolean
}

export interface Schema {
  readonly tables: ReadonlyMap<string, Table>
  /** By origin table. */
  readonly relationships: ReadonlyMap<string, readonly Relationship[]>
  readonly routines: ReadonlyMap<string, readonly Routine[]>
  /** Where PostGIS writes features; null where it is not installed. */
  readonly geoJsonSchema: string | null
  readonly handlers: readonly MediaHandler[]
}

/** The key of a table or function in the maps; NUL cannot occur in a name. */
export const keyOf = ({ schema, name }: QualifiedName): string => `${schema}\0${name}`

export const isToOne = (relationship: Relationship): boolean =>
  relationship.kind === 'many-to-one' ||
  relationship.kind === 'one-to-one' ||
  (relationship.kind === 'computed' && relationship.isToOne)
