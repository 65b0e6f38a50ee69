/** Plain mistakes in the query language, each of which the random requests must notice. */
import type { Hole } from '../hole.ts'

interface Mistake {
  readonly opens: string
  /** Below platform/rest/src. */
  readonly file: string
  readonly find: string
  readonly replace: string
  readonly seenBy?: 'reads' | 'writes'
}

const hole = ({ opens, file, find, replace, seenBy = 'reads' }: Mistake): Hole => ({
  threat: 'answers',
  opens,
  file: `platform/rest/src/${file}`,
  find,
  replace,
  test: {
    project: 'db',
    file: 'platform/rest/tests/random-requests.db.test.ts',
    title: `${seenBy} are answered as the evaluator answers them`,
  },
})

export const restAnswerHoles: readonly Hole[] = [
  hole({ opens: 'lt takes the bound in', file: 'sql/filters.ts', find: `lt: '<',`, replace: `lt: '<=',` }),
  hole({
    opens: 'every nested or is an and',
    file: 'sql/filters.ts',
    find: 'join(` ${filter.kind} `)',
    replace: 'join(` and `)',
  }),
  hole({
    opens: 'not is forgotten',
    file: 'sql/filters.ts',
    find: `filter.isNegated ? 'not ' : ''`,
    replace: `''`,
  }),
  hole({
    opens: '!inner keeps the rows without a match',
    file: 'sql/read.ts',
    find: '.filter(({ isInner }) => isInner)',
    replace: '.filter(() => false)',
  }),
  hole({
    opens: 'limit and offset of embeds are ignored',
    file: 'sql/read.ts',
    find: 'const shown = isToOne(relationship) ?',
    replace: 'const shown = embed !== null ?',
  }),
  hole({
    opens: 'nullsfirst and nullslast are ignored',
    file: 'sql/read.ts',
    find: "nulls === null ? '' : ` nulls ${nulls}`",
    replace: "''",
  }),
  hole({
    opens: 'null-embed filters mean the opposite',
    file: 'plan/read.ts',
    find: `(operation.value === 'null') !== isNegated`,
    replace: `(operation.value === 'null') === isNegated`,
  }),
  hole({
    opens: 'the last row of a Range is left out',
    file: 'plan/planner.ts',
    find: 'range.last + 1]',
    replace: 'range.last]',
  }),
  hole({
    opens: 'a page of a known total is never partial',
    file: 'respond/respond.ts',
    find: 'rows < total ? 206 : 200',
    replace: 'rows < total ? 200 : 200',
  }),
  hole({
    opens: 'escapes inside quotes are taken for themselves',
    file: 'parse/scanner.ts',
    find: `character === '\\\\' ? this.text.charAt(this.position++) : character`,
    replace: 'character',
  }),
  hole({
    opens: 'merged duplicates keep all their old values but one',
    file: 'sql/source.ts',
    find: "do update set ${sets.join(', ')}",
    replace: 'do update set ${sets[0]}',
    seenBy: 'writes',
  }),
  hole({
    opens: 'missing=default writes null',
    file: 'sql/source.ts',
    find: 'const defaults = defaultsSql(columns)',
    replace: `const defaults = ''`,
    seenBy: 'writes',
  }),
  hole({
    opens: 'DELETE looks at no filter',
    file: 'sql/source.ts',
    find: 'delete from ${qualified(table)}${read.conditions({ where })}',
    replace: 'delete from ${qualified(table)}',
    seenBy: 'writes',
  }),
]
