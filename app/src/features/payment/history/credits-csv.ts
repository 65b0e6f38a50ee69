/** One's entries as a file for spreadsheets. */
import type { CreditEntry } from '#entities/credits/credit-queries.ts'
import { csvText } from '#ui/file/csv.ts'

export interface CsvWords {
  head: string
  kindOf: (entry: CreditEntry) => string
  accountOf: (entry: CreditEntry) => string
}

export function creditsCsv(entries: readonly CreditEntry[], { head, kindOf, accountOf }: CsvWords): string {
  const rows = entries.map((entry) => {
    const { created_at: at, amount, balance_after: after, ref_type: type, ref_id: id } = entry
    const reference = type === null ? '' : `${type} ${id ?? ''}`.trim()
    return [at, kindOf(entry), accountOf(entry), amount, after, reference]
  })
  return csvText(head, rows)
}
