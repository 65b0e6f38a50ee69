/** What the catalogue says of one object, in SQL wherever SQL has a statement for it. */
export interface SchemaEntry {
  readonly kind: string
  /** The object's whole name, after which the entries of a kind are sorted. */
  readonly name: string
  readonly text: string
}

/** As much of a transaction as reading the catalogue takes. */
export interface CatalogueReader {
  query<Row extends object>(text: string): Promise<Row[]>
}

/** The schemas that PostgreSQL fills itself, and objects that an extension brings with it, are nobody's statement. */
export const isOurs = (namespace: string): string =>
  `${namespace} not in (select oid from pg_namespace where nspname ~ '^pg_' or nspname = 'information_schema')`

export const isOfNoExtension = (catalogue: string, oid: string): string =>
  `not exists (select from pg_depend where classid = '${catalogue}'::regclass and objid = ${oid} and deptype = 'e')`
