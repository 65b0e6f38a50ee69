/** Which tables embed which others, under which names: the bookshop's keys, seen from both ends. */
import { type Table, tableNamed } from './model.ts'

export interface Relation {
  readonly from: string
  readonly to: string
  readonly isToOne: boolean
  readonly pairs: readonly (readonly [own: string, other: string])[]
  /** The table between the two, with its own columns first. */
  readonly via: { readonly table: string; readonly pairs: readonly (readonly [own: string, other: string])[] } | null
  /** How a request may call it: a name, or a name and a hint. */
  readonly names: readonly (readonly [name: string, hint: string | null])[]
}

/** A foreign key of one column. */
interface Key {
  readonly from: string
  readonly column: string
  readonly to: string
  readonly target: string
  readonly constraint: string
  /** Whether the tables' names alone leave no doubt, towards the target and back. */
  readonly isPlain: readonly [towards: boolean, back: boolean]
  readonly isUnique?: true
}

const keys: readonly Key[] = [
  key('books.author_id', 'authors.id', 'books_author_id_fkey', [false, false]),
  key('books.editor_id', 'authors.id', 'books_editor_fkey', [false, false]),
  key('books.publisher_id', 'publishers.id', 'books_publisher_id_fkey', [true, true]),
  { ...key('covers.book_id', 'books.id', 'covers_book_id_fkey', [true, true]), isUnique: true },
  key('book_genres.book_id', 'books.id', 'book_genres_book_id_fkey', [true, true]),
  key('book_genres.genre_id', 'genres.id', 'book_genres_genre_id_fkey', [true, true]),
  key('reviews.book_id', 'books.id', 'reviews_book_id_fkey', [true, true]),
  key('stock.book_id', 'books.id', 'stock_book_id_fkey', [true, true]),
  key('select.a.b,(c)', 'books.id', 'select_a.b,(c)_fkey', [true, true]),
]

function key(from: string, to: string, constraint: string, isPlain: readonly [boolean, boolean]): Key {
  const [table, column] = halves(from)
  const [target, targetColumn] = halves(to)
  return { from: table, column, to: target, target: targetColumn, constraint, isPlain }
}

function halves(text: string): [table: string, column: string] {
  const dot = text.indexOf('.')
  return [text.slice(0, dot), text.slice(dot + 1)]
}

const plain = (name: string, isPlain: boolean) => (isPlain ? [[name, null] as const] : [])

const ends = (
  from: readonly [table: string, column: string],
  to: readonly [table: string, column: string],
  isToOne: boolean,
) => ({ from: from[0], to: to[0], isToOne, pairs: [[from[1], to[1]] as const], via: null })

const keyRelations = keys.flatMap(({ from, column, to, target, constraint, isPlain, isUnique }): Relation[] => [
  {
    ...ends([from, column], [to, target], true),
    names: [...plain(to, isPlain[0]), [column, null], [constraint, null], [to, column], [to, constraint]],
  },
  {
    ...ends([to, target], [from, column], isUnique === true),
    names: [...plain(from, isPlain[1]), [constraint, null], [from, column], [from, constraint]],
  },
])

/** A table that refers to itself: the table's name leads down, the column's name leads up. */
const selfRelations: readonly Relation[] = [
  { ...ends(['sections', 'parent_id'], ['sections', 'id'], true), names: [['parent_id', null]] },
  {
    ...ends(['sections', 'id'], ['sections', 'parent_id'], false),
    names: [
      ['sections', null],
      ['sections', 'sections_parent_id_fkey'],
      ['sections', 'parent_id'],
    ],
  },
]

const throughGenres = (from: string): Relation[] => [
  {
    from,
    to: 'genres',
    isToOne: false,
    pairs: [['id', 'book_id']],
    via: { table: 'book_genres', pairs: [['genre_id', 'id']] },
    names: [
      ['genres', null],
      ['genres', 'book_genres'],
    ],
  },
  {
    from: 'genres',
    to: from,
    isToOne: false,
    pairs: [['id', 'genre_id']],
    via: { table: 'book_genres', pairs: [['book_id', 'id']] },
    names: [
      [from, null],
      [from, 'book_genres'],
    ],
  },
]

/** A view's relationships are those of the columns it shows; only its name leads to it. */
const viewRelations: readonly Relation[] = [
  {
    ...ends(['printed_books', 'author_id'], ['authors', 'id'], true),
    names: [
      ['authors', null],
      ['author_id', null],
      ['authors', 'author_id'],
      ['authors', 'books_author_id_fkey'],
    ],
  },
  { ...ends(['authors', 'id'], ['printed_books', 'author_id'], false), names: [['printed_books', null]] },
  { ...ends(['printed_books', 'id'], ['reviews', 'book_id'], false), names: [['reviews', null]] },
  { ...ends(['reviews', 'book_id'], ['printed_books', 'id'], true), names: [['printed_books', null]] },
  { ...ends(['printed_books', 'id'], ['covers', 'book_id'], true), names: [['covers', null]] },
  {
    ...ends(['writers', 'writer_id'], ['books', 'author_id'], false),
    names: [
      ['books', 'author_id'],
      ['books', 'books_author_id_fkey'],
    ],
  },
  { ...ends(['books', 'editor_id'], ['writers', 'writer_id'], true), names: [['writers', 'editor_id']] },
  {
    ...ends(['printed_books', 'author_id'], ['writers', 'writer_id'], true),
    names: [
      ['writers', null],
      ['writers', 'author_id'],
    ],
  },
]

const relations: readonly Relation[] = [
  ...keyRelations,
  ...selfRelations,
  ...throughGenres('books'),
  ...throughGenres('printed_books'),
  ...viewRelations,
]

export const relationsOf = (from: Table): readonly Relation[] =>
  relations.filter((relation) => relation.from === from.name)
export const targetOf = (relation: Relation): Table => tableNamed(relation.to)

export interface ForeignKey {
  readonly from: string
  readonly column: string
  readonly to: string
  readonly cascades: boolean
}

const kept = new Set(['books.author_id', 'books.editor_id', 'books.publisher_id', 'book_genres.genre_id'])

/** What writes have to respect. */
export const foreignKeys: readonly ForeignKey[] = [
  ...keys.map(({ from, column, to }) => ({ from, column, to, cascades: !kept.has(`${from}.${column}`) })),
  { from: 'sections', column: 'parent_id', to: 'sections', cascades: false },
]
