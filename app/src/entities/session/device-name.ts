/** What a browser calls itself, in words that its person knows. */

const browsers: readonly [RegExp, string][] = [
  [/Edg(?:e|A|iOS)?\//u, 'Edge'],
  [/OPR\/|Opera/u, 'Opera'],
  [/SamsungBrowser\//u, 'Samsung Internet'],
  [/Firefox\/|FxiOS\//u, 'Firefox'],
  [/Chrome\/|CriOS\//u, 'Chrome'],
  [/Safari\//u, 'Safari'],
]

const systems: readonly [RegExp, string][] = [
  [/iPhone/u, 'iPhone'],
  [/iPad/u, 'iPad'],
  [/Android/u, 'Android'],
  [/Windows/u, 'Windows'],
  [/CrOS/u, 'ChromeOS'],
  [/Mac OS X|Macintosh/u, 'Mac'],
  [/Linux/u, 'Linux'],
]

/** « Chrome · Android »; null where nothing of it is known. */
export function deviceName(userAgent: string | null): string | null {
  const find = (known: readonly [RegExp, string][]) => known.find(([shape]) => shape.test(userAgent ?? ''))?.[1]
  return [find(browsers), find(systems)].filter(Boolean).join(' · ') || null
}

export function isPhone(userAgent: string | null): boolean {
  return /iPhone|Android.*Mobile/u.test(userAgent ?? '')
}
