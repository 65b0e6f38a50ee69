/** What one request may cost (RELIABILITY §9–10). Services narrow or widen `bodyBytes` for their own routes. */
export const limits = {
  bodyBytes: 1_048_576,
  urlBytes: 8_192,
  /** Request line and headers together. */
  headerBytes: 16_384,
  headersMs: 10_000,
  /** Longer than any proxy's, so that it is always the proxy that closes an idle connection. */
  keepAliveMs: 65_000,
  uploadMs: 600_000,
  /** Above the longest answer that a function may take to begin. */
  silentSocketMs: 180_000,
  bodyPace: { graceMs: 30_000, bytesPerSecond: 1_024, checkMs: 10_000 },
} as const
