/** Parameters that every table's paths share. */

const prefer = (description: string, values: readonly string[]) => ({
  name: 'Prefer',
  description,
  required: false,
  enum: values,
  in: 'header',
  type: 'string',
})

const query = (name: string, description: string) => ({
  name,
  description,
  required: false,
  in: 'query',
  type: 'string',
})
const header = (name: string, description: string) => ({
  name,
  description,
  required: false,
  in: 'header',
  type: 'string',
})

export const preferParameters = {
  preferParams: prefer('Preference', ['params=single-object']),
  preferReturn: prefer('Preference', ['return=representation', 'return=minimal', 'return=none']),
  preferCount: prefer('Preference', ['count=none']),
  preferPost: prefer('Preference', [
    'return=representation',
    'return=minimal',
    'return=none',
    'resolution=ignore-duplicates',
    'resolution=merge-duplicates',
  ]),
}

export const headerParameters = {
  select: query('select', 'Filtering Columns'),
  on_conflict: query('on_conflict', 'On Conflict'),
  order: query('order', 'Ordering'),
  range: header('Range', 'Limiting and Pagination'),
  rangeUnit: { ...header('Range-Unit', 'Limiting and Pagination'), default: 'items' },
  offset: query('offset', 'Limiting and Pagination'),
  limit: query('limit', 'Limiting and Pagination'),
}

export const reference = (name: string) => ({ $ref: `#/parameters/${name}` })
