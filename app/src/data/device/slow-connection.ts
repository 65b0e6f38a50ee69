interface Connection {
  readonly connection?: { readonly effectiveType?: string }
}

/** Where a megabyte takes a minute: nothing is fetched ahead. */
export function isSlow(): boolean {
  return /2g/u.test((navigator as Connection).connection?.effectiveType ?? '')
}
