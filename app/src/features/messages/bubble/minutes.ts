/** `0:07`, `1:58`. @param ms milliseconds */
export function minutesOf(ms: number): string {
  const seconds = Math.floor(ms / 1000)
  return `${Math.floor(seconds / 60)}:${String(seconds % 60).padStart(2, '0')}`
}
