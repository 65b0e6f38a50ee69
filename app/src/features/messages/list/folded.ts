/** « e » finds « É »: as people type names. */
export function foldedIncludes(text: string, sought: string): boolean {
  return fold(text).includes(fold(sought.trim()))
}

function fold(text: string): string {
  return text.normalize('NFKD').replaceAll(/\p{M}/gu, '').toLowerCase()
}
