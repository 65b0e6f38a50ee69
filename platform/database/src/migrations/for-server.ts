/** What a newer PostgreSQL's tools write and an older one does not understand. */

const maintainSince = 170_000

/** MAINTAIN came with 17; before it, whoever had all other privileges had all there were. */
export function forServer(text: string, version: number): string {
  if (version >= maintainSince) return text
  return text.replace(/^((?:grant|revoke)\b[^;]*?)\bmaintain, /gim, '$1')
}
