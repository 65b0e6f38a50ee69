/** A file for spreadsheets: UTF-8 with its mark, semicolons, RFC 4180 quotes, nothing that runs as a formula. */
export function csvText(head: string, rows: readonly (readonly (string | number)[])[]): string {
  return `\ufeff${[head, ...rows.map((row) => row.map(cell).join(';'))].join('\r\n')}\r\n`
}

function cell(value: string | number): string {
  if (typeof value === 'number') return String(value)
  const guarded = /^[=+\-@\t\r]/u.test(value) ? `'${value}` : value
  return /[;"\r\n]/u.test(guarded) ? `"${guarded.replaceAll('"', '""')}"` : guarded
}
