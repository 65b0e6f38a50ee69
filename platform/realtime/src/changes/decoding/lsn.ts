/** A place in PostgreSQL's log, `16/B374D848`, as a number that can be compared. */
export function parseLsn(text: string): bigint {
  const [high = '0', low = '0'] = text.split('/')
  return (BigInt(`0x${high}`) << 32n) | BigInt(`0x${low}`)
}

export function formatLsn(lsn: bigint): string {
  return `${(lsn >> 32n).toString(16)}/${(lsn & 0xffff_ffffn).toString(16)}`.toUpperCase()
}

/**
 * A place in the log as a text: of two, the later is the greater.
 * @param index of the change within its transaction, from 1
 */
export function placeOf(commit: bigint, index: number): string {
  return `${commit.toString(16).padStart(16, '0')}.${String(index).padStart(10, '0')}`
}
