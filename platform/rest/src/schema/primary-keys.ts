/** Primary keys by table id; a view has the key of the table whose key columns it shows. */
import type { Catalogue } from './catalogue.ts'
import { readOrigins } from './view-lineage.ts'

export function findPrimaryKeys(catalogue: Catalogue): Map<number, readonly string[]> {
  const keys = new Map(catalogue.keys.filter(({ kind }) => kind === 'p').map((key) => [key.table_id, key.own]))
  const names = (tableId: number, attributes: readonly number[]) =>
    attributes.flatMap((attribute) => catalogue.attributes[tableId]?.[attribute] ?? [])
  const found = new Map<number, readonly string[]>([...keys].map(([id, own]) => [id, names(id, own)]))
  const viewColumns = Map.groupBy(catalogue.columns, ({ table_id }) => table_id)
  for (const { view_id, rule } of catalogue.views) {
    const shown = [...readOrigins(rule)].flatMap(([attribute, origin]) => {
      const column = viewColumns.get(view_id)?.find(({ attnum }) => attnum === attribute)
      const isKey = keys.get(origin.tableId)?.includes(origin.attribute) === true
      return column !== undefined && isKey ? [{ name: column.name, tableId: origin.tableId }] : []
    })
    const whole = [...Map.groupBy(shown, ({ tableId }) => tableId)].find(
      ([tableId, columns]) => columns.length === keys.get(tableId)?.length,
    )
    if (whole !== undefined)
      found.set(
        view_id,
        whole[1].map(({ name }) => name),
      )
  }
  return found
}
