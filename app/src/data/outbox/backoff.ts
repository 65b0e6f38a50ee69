/** How long until another try, in ms: half a second, doubled each time up to 30 s, and never all devices at once (E2EE §7). */
export function pauseAfter(failures: number): number {
  return Math.min(30_000, 250 * 2 ** failures) * (0.75 + Math.random() / 2)
}
