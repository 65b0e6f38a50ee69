/** A small schema by hand, for tests without a database. */
import { buildSchema } from '../src/schema/build.ts'
import type { Catalogue, CatalogueColumn, CatalogueKey, CatalogueRoutine } from '../src/schema/catalogue.ts'
import type { Schema } from '../src/schema/schema.ts'

const tables = ['publishers', 'authors', 'books', 'genres', 'book_genres', 'covers', 'sections', 'labels'] as const
type Name = (typeof tables)[number]

const columns: Readonly<Record<Name, string>> = {
  publishers: 'id int4, name text',
  authors: 'id int4, name text, details jsonb',
  books:
    'id int4, title text, author_id int4, editor_id int4, publisher_id int4, price numeric, tags text[], search tsvector',
  genres: 'id int4, name text',
  book_genres: 'book_id int4, genre_id int4',
  covers: 'book_id int4, colour text',
  sections: 'id int4, name text, parent_id int4',
  labels: 'id int4, hue hue',
}

const foreignKeys: readonly [from: Name, column: string, to: Name, isUnique?: boolean][] = [
  ['books', 'author_id', 'authors'],
  ['books', 'editor_id', 'authors'],
  ['books', 'publisher_id', 'publishers'],
  ['book_genres', 'book_id', 'books'],
  ['book_genres', 'genre_id', 'genres'],
  ['covers', 'book_id', 'books', true],
  ['sections', 'parent_id', 'sections'],
]

const idOf = (name: Name) => tables.indexOf(name) + 1
const columnNames = (name: Name) => columns[name].split(', ').map((column) => column.split(' ')[0] ?? '')
const attributeOf = (name: Name, column: string) => columnNames(name).indexOf(column) + 1

const defaults: Readonly<Record<string, string>> = { price: '9.90', id: "nextval('ids'::regclass)" }

const columnRows: CatalogueColumn[] = tables.flatMap((name) =>
  columns[name].split(', ').map((column, at) => {
    const [own = '', type = ''] = column.split(' ')
    return {
      table_id: idOf(name),
      attnum: at + 1,
      name: own,
      type,
      is_required: own === 'id',
      default_expression: name === 'books' ? (defaults[own] ?? null) : null,
      is_generated: own === 'search',
      is_searched: own === 'search',
      max_length: null,
      enum_values: null,
      index_predicates: own === 'title' ? ["(title = 'Dune'::text)"] : null,
      description: null,
    }
  }),
)

const keyRows: CatalogueKey[] = [
  ...tables.map((name): CatalogueKey => ({
    table_id: idOf(name),
    name: `${name}_pkey`,
    kind: 'p',
    target_id: 0,
    own: name === 'book_genres' ? [1, 2] : [1],
    other: null,
    is_unique: false,
  })),
  ...foreignKeys.map(([from, column, to, isUnique = false]): CatalogueKey => ({
    table_id: idOf(from),
    name: `${from}_${column}_fkey`,
    kind: 'f',
    target_id: idOf(to),
    own: [attributeOf(from, column)],
    other: [1],
    is_unique: isUnique,
  })),
]

function routine(name: string, args: string, returns: Partial<CatalogueRoutine>): CatalogueRoutine {
  const parameters = args === '' ? [] : args.split(', ').map((parameter) => parameter.split(' '))
  return {
    schema: 'public',
    name,
    volatility: 's',
    is_set: false,
    expected_rows: 0,
    pronargs: parameters.length,
    defaults: 0,
    is_variadic: false,
    argument_names: parameters.map(([own = '']) => own),
    argument_modes: [],
    argument_types: parameters.map(([, type = '']) => type),
    first_row_type: null,
    return_type: 'text',
    return_kind: 'b',
    is_row: false,
    is_bytes: false,
    row_name: null,
    row_schema: null,
    description: null,
    ...returns,
  }
}

const bookRows = { is_set: true, is_row: true, row_name: 'books', row_schema: 'public', return_type: 'books' }

const catalogue: Catalogue = {
  tables: tables.map((name) => ({
    oid: idOf(name),
    schema: 'public',
    name,
    is_view: false,
    has_policies: false,
    updatable: 28,
    description: null,
  })),
  columns: columnRows,
  keys: keyRows,
  attributes: Object.fromEntries(
    tables.map((name) => [idOf(name), Object.fromEntries(columnNames(name).map((column, at) => [at + 1, column]))]),
  ),
  views: [],
  routines: [
    routine('find_books', 'term text', bookRows),
    routine('bestsellers', 'author authors', { ...bookRows, first_row_type: idOf('authors') }),
    routine('greet', 'name text', {}),
    routine('total', 'amounts integer[]', { argument_modes: ['v'], is_variadic: true, return_type: 'integer' }),
    routine('keys_of', ' json', {}),
    routine('touch', '', { return_type: 'void', volatility: 'v' }),
  ],
  geoJsonSchema: 'extensions',
  representations: [
    { source: 'hue', target: 'json', schema: 'public', name: 'hue_json' },
    { source: 'text', target: 'hue', schema: 'public', name: 'hue_of' },
    { source: 'json', target: 'hue', schema: 'public', name: 'hue_of' },
  ],
  handlers: [
    {
      schema: 'public',
      name: 'names_of',
      media_type: 'application/vnd.shop.names',
      table_schema: 'public',
      table_name: 'genres',
      is_bytes: false,
    },
  ],
}

export const shopSchema: Schema = buildSchema(catalogue)
