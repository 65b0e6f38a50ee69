/** The bookshop as its visitors know it, written down by hand: nothing here is read from the catalogue. */
import { ada, ben } from '../testing/shop.ts'
import type { Row, Value } from './value.ts'

export type Type =
  | 'int'
  | 'bigint'
  | 'numeric'
  | 'text'
  | 'bool'
  | 'date'
  | 'enum'
  | 'uuid'
  | 'texts'
  | 'json'
  | 'range'
  | 'other'

export interface Column {
  readonly name: string
  readonly type: Type
  readonly isRequired: boolean
  /** What an insert writes that names no value; `serial` is the next number, `user` is who writes. */
  readonly fallback: Value
  readonly isGenerated: boolean
}

export interface Table {
  readonly name: string
  readonly columns: readonly Column[]
  readonly key: readonly string[]
  /** Columns that hold each value once at most, besides the key. */
  readonly unique: readonly string[]
  readonly isView: boolean
}

type Told = readonly [type: Type, more?: { required?: true; fallback?: Value; generated?: true }]

function table(name: string, columns: Record<string, Told>, more: Partial<Table> = {}): Table {
  const told = Object.entries(columns).map(([column, [type, options = {}]]) => ({
    name: column,
    type,
    isRequired: options.required === true,
    fallback: options.fallback ?? null,
    isGenerated: options.generated === true,
  }))
  return { name, columns: told, key: [told[0]?.name ?? ''], unique: [], isView: false, ...more }
}

const required = { required: true } as const
const serial = { required: true, fallback: 'serial' } as const

const list: readonly Table[] = [
  table(
    'books',
    {
      id: ['int', serial],
      title: ['text', required],
      author_id: ['int'],
      editor_id: ['int'],
      publisher_id: ['int'],
      price: ['numeric', { required: true, fallback: '9.90' }],
      published: ['date'],
      in_print: ['bool', { fallback: true }],
      tags: ['texts', { required: true, fallback: [] }],
      details: ['json', { required: true, fallback: {} }],
      binding: ['enum', { required: true, fallback: 'paperback' }],
      isbn: ['text'],
      sold: ['bigint', { required: true, fallback: '0' }],
      offered: ['range'],
      search: ['other', { generated: true }],
    },
    { unique: ['isbn'] },
  ),
  table('authors', { id: ['int', serial], name: ['text', required], born: ['date'], details: ['json'] }),
  table('publishers', { id: ['int', required], name: ['text', required], country: ['text'] }, { unique: ['name'] }),
  table('reviews', {
    id: ['int', serial],
    book_id: ['int', required],
    reader: ['uuid', { required: true, fallback: 'user' }],
    rating: ['int', required],
    body: ['text'],
    is_public: ['bool', { required: true, fallback: true }],
  }),
  table('genres', { id: ['int', required], name: ['text', required] }),
  table('book_genres', { book_id: ['int', required], genre_id: ['int', required] }, { key: ['book_id', 'genre_id'] }),
  table('covers', { book_id: ['int', required], artist: ['text'], colour: ['text'] }),
  table('sections', { id: ['int', required], name: ['text', required], parent_id: ['int'] }),
  table(
    'stock',
    { shop: ['text', required], book_id: ['int', required], amount: ['int', { required: true, fallback: '0' }] },
    { key: ['shop', 'book_id'] },
  ),
  // Every name of this one is a word or a sign of the wire's own grammar.
  table('select', {
    order: ['int', required],
    or: ['text'],
    'a.b,(c)': ['int'],
    'it\'s "x"': ['json'],
    'ünï cödé': ['text'],
    not: ['bool'],
  }),
  table('printed_books', { id: ['int'], title: ['text'], author_id: ['int'], price: ['numeric'] }, { isView: true }),
  table('writers', { writer_id: ['int'], writer_name: ['text'] }, { isView: true }),
  table('members', {
    id: ['int', required],
    name: ['text', required],
    email: ['text', required],
    points: ['int', { required: true, fallback: '0' }],
  }),
  table('secrets', { id: ['int', required], word: ['text'] }),
]

export const tables: ReadonlyMap<string, Table> = new Map(list.map((one) => [one.name, one]))
export const tableNamed = (name: string): Table => tables.get(name)!
export const columnNamed = (one: Table, name: string): Column | undefined =>
  one.columns.find((column) => column.name === name)

export const bindings = ['paperback', 'hardcover', 'digital']

export type Role = 'anon' | 'ada' | 'ben' | 'service'
export const roles: readonly Role[] = ['anon', 'ada', 'ben', 'service']
export const personOf: Readonly<Record<Role, string | null>> = { anon: null, ada, ben, service: null }

/** The policies of `reviews`; the other tables have none. */
export const sees = (role: Role, table: string, row: Row): boolean =>
  table !== 'reviews' || role === 'service' || row['is_public'] === true || row['reader'] === personOf[role]

export const mayWrite = (role: Role, table: string, row: Row): boolean =>
  table !== 'reviews' || role === 'service' || (personOf[role] !== null && row['reader'] === personOf[role])

/** The columns that a role may read; null for all of them. */
export function readable(role: Role, table: string): readonly string[] | null {
  if (role === 'service') return null
  if (table === 'secrets') return []
  if (table !== 'members') return null
  return role === 'anon' ? [] : ['id', 'name']
}
