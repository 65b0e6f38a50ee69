/** `Prefer: return=representation,count=exact` → Preferences (WIRE §2.4). */

export interface Preferences {
  readonly return: 'minimal' | 'representation' | 'headers-only' | null
  readonly count: 'exact' | 'planned' | 'estimated' | null
  readonly resolution: 'merge-duplicates' | 'ignore-duplicates' | null
  readonly missing: 'default' | 'null' | null
  readonly handling: 'strict' | 'lenient' | null
  readonly tx: 'commit' | 'rollback' | null
  readonly timezone: string | null
  readonly maxAffected: number | null
  readonly invalid: readonly string[]
}

const choices = {
  return: ['minimal', 'representation', 'headers-only'],
  count: ['exact', 'planned', 'estimated'],
  resolution: ['merge-duplicates', 'ignore-duplicates'],
  missing: ['default', 'null'],
  handling: ['strict', 'lenient'],
  tx: ['commit', 'rollback'],
} as const

type Choice = keyof typeof choices

export const noPreferences: Preferences = {
  return: null,
  count: null,
  resolution: null,
  missing: null,
  handling: null,
  tx: null,
  timezone: null,
  maxAffected: null,
  invalid: [],
}

const isChoice = (name: string): name is Choice => Object.hasOwn(choices, name)

/** The first of two contradicting preferences wins. */
export function parsePreferences(header: string | undefined): Preferences {
  if (header === undefined) return noPreferences
  const found: Record<string, string | number> = {}
  const invalid: string[] = []
  for (const preference of header.split(',').map((part) => part.trim())) {
    if (preference === '') continue
    const equals = preference.indexOf('=')
    const name = preference.slice(0, equals < 0 ? undefined : equals).trim()
    const value = readValue(name, equals < 0 ? '' : preference.slice(equals + 1).trim())
    if (value === null) invalid.push(preference)
    else found[name] ??= value
  }
  const { 'max-affected': maxAffected = null, ...rest } = found
  return { ...noPreferences, ...rest, maxAffected: maxAffected as number | null, invalid }
}

function readValue(name: string, value: string): string | number | null {
  if (isChoice(name)) return (choices[name] as readonly string[]).includes(value) ? value : null
  if (name === 'timezone') return isTimeZone(value) ? value : null
  if (name === 'max-affected') return /^[0-9]{1,15}$/.test(value) ? Number(value) : null
  return null
}

const zoneName = /^[A-Za-z][A-Za-z0-9_+-]*(?:\/[A-Za-z0-9_+-]+)*$/

function isTimeZone(name: string): boolean {
  if (!zoneName.test(name)) return false
  try {
    return Boolean(new Intl.DateTimeFormat('en', { timeZone: name }))
  } catch {
    return false
  }
}
