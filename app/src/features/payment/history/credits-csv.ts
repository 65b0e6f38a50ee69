/** One's entries as a file for spreadsheets: UTF-8 with its mark, semicolons, RFC 4180 quotes, nothing that runs as a formula. */
import type { CreditEntry } from '#entities/credits/credit-queries.ts'

export interface CsvWords {
  head: string
  kindOf: (entry: CreditEntry) => string
  accountOf: (entry: CreditEntry) => string
}

export function creditsCsv(entries: readonly CreditEntry[], { head, kindOf, accountOf }: CsvWords): string {
  const rows = entries.map((entry) => {
    const { created_at: at, amount, balance_after: after, ref_type: type, ref_id: id } = entry
    const reference = type === null ? '' : `${type} ${id ?? ''}`.trim()
    return [at, kindOf(entry), accountOf(entry), amount, after, reference].map(cell).join(';')
  })
  return `\ufeff${[head, ...rows].join('\r\n')}\r\n`
}

function cell(value: string | number): string {
  if (typeof value === 'number') return String(value)
  const guarded = /^[=+\-@\t\r]/u.test(value) ? `'${value}` : value
  return /[;"\r\n]/u.test(guarded) ? `"${guarded.replaceAll('"', '""')}"` : guarded
}
