/** « #Lagune, wax » → lagune, wax: as the server would keep them (spec §3). */
export function splitTags(text: string): string[] {
  return text
    .split(/[,#\s]+/u)
    .map((piece) => piece.toLowerCase().replaceAll(/[^\p{L}\p{N}_-]/gu, ''))
    .filter(Boolean)
}
