/** RFC 4180 text → rows of cells. */
import { requestErrors } from '../errors.ts'

const malformed = () => requestErrors.body('Empty or invalid CSV')

export function parseCsv(text: string): string[][] {
  const rows: string[][] = []
  let row: string[] = []
  let at = 0
  while (at < text.length) {
    const cell = text[at] === '"' ? readQuoted(text, at) : readBare(text, at)
    row.push(cell.value)
    at = cell.end
    if (text[at] === ',') {
      at += 1
      if (at === text.length) row.push('')
      continue
    }
    if (text[at] === '\r') at += 1
    if (at < text.length && text[at] !== '\n') throw malformed()
    at += 1
    rows.push(row)
    row = []
  }
  if (row.length > 0) rows.push(row)
  return rows
}

function readBare(text: string, start: number) {
  let end = start
  while (end < text.length && !',\r\n'.includes(text.charAt(end))) end += 1
  return { value: text.slice(start, end), end }
}

function readQuoted(text: string, start: number) {
  let value = ''
  let from = start + 1
  for (;;) {
    const quote = text.indexOf('"', from)
    if (quote < 0) throw malformed()
    value += text.slice(from, quote)
    if (text[quote + 1] !== '"') return { value, end: quote + 1 }
    value += '"'
    from = quote + 2
  }
}
