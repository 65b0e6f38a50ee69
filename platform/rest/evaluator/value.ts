/** PostgreSQL's values as JSON shows them, and how they compare. */

/** A number with every digit it was written with. */
export class Num {
  readonly text: string

  constructor(text: string | number | bigint) {
    this.text = String(text)
  }
}

/** What PostgreSQL's `avg` gives: more digits than any test should count. */
export class Approximate {
  readonly value: number

  constructor(value: number) {
    this.value = value
  }
}

export type Value = null | boolean | string | Num | Approximate | readonly Value[] | { readonly [key: string]: Value }
export type JsonObject = Readonly<Record<string, Value>>
export type Row = Readonly<Record<string, Value>>

/** `'null'::jsonb`, which SQL takes for a value. */
export const jsonNull: JsonObject = Object.freeze(Object.create(null) as JsonObject)

export const isObject = (value: Value): value is JsonObject =>
  typeof value === 'object' &&
  value !== null &&
  value !== jsonNull &&
  !Array.isArray(value) &&
  !(value instanceof Num) &&
  !(value instanceof Approximate)

export const isList = (value: Value): value is readonly Value[] => Array.isArray(value)

interface Source {
  readonly source?: string
}

/** Numbers keep their text: 9007199254740993 and 12.50 are not what a double makes of them. */
export const parseJson = (text: string): Value => {
  const revive = (_key: string, value: unknown, context: Source) =>
    typeof value === 'number' ? new Num(context.source ?? value) : value
  return JSON.parse(text, revive as (this: unknown, key: string, value: unknown) => unknown) as Value
}

/** PostgreSQL's own spelling of JSON in text, which also serves as a key for equality. */
export function jsonText(value: Value): string {
  if (value === null || value === jsonNull) return 'null'
  if (value instanceof Num) return value.text
  if (value instanceof Approximate) return String(value.value)
  if (isList(value)) return `[${value.map(jsonText).join(', ')}]`
  if (!isObject(value)) return JSON.stringify(value)
  const keys = Object.keys(value).toSorted((a, b) => byteLength(a) - byteLength(b) || compareText(a, b))
  return `{${keys.map((key) => `${JSON.stringify(key)}: ${jsonText(value[key] ?? null)}`).join(', ')}}`
}

const byteLength = (text: string) => Buffer.byteLength(text)

/** A text as it is; anything else as JSON writes it. */
export const plainText = (value: Value): string => (typeof value === 'string' ? value : jsonText(value))

/** By code points, as the C locale does. */
export const compareText = (a: string, b: string): number => Buffer.compare(Buffer.from(a), Buffer.from(b))

function scaled(text: string): { units: bigint; scale: number } {
  const [whole = '', fraction = ''] = text.split('.')
  return { units: BigInt(whole + fraction), scale: fraction.length }
}

export function compareNumbers(a: Num, b: Num): number {
  const [left, right] = [scaled(a.text), scaled(b.text)]
  const scale = Math.max(left.scale, right.scale)
  const difference = left.units * 10n ** BigInt(scale - left.scale) - right.units * 10n ** BigInt(scale - right.scale)
  return difference < 0n ? -1 : difference > 0n ? 1 : 0
}

function written(units: bigint, scale: number): Num {
  const digits = (units < 0n ? -units : units).toString().padStart(scale + 1, '0')
  const text = scale === 0 ? digits : `${digits.slice(0, -scale)}.${digits.slice(-scale)}`
  return new Num(`${units < 0n ? '-' : ''}${text}`)
}

/** Half away from zero. */
export function round({ text }: Num, places: number): Num {
  const { units, scale } = scaled(text)
  if (scale <= places) return written(units * 10n ** BigInt(places - scale), places)
  const step = 10n ** BigInt(scale - places)
  const size = units < 0n ? -units : units
  const rounded = (size + step / 2n) / step
  return written(units < 0n ? -rounded : rounded, places)
}

export function times(a: Num, b: Num): Num {
  const [left, right] = [scaled(a.text), scaled(b.text)]
  return written(left.units * right.units, left.scale + right.scale)
}

export function sum(numbers: readonly Num[]): Num {
  const parts = numbers.map(({ text }) => scaled(text))
  const scale = Math.max(...parts.map((part) => part.scale))
  return written(
    parts.reduce((total, part) => total + part.units * 10n ** BigInt(scale - part.scale), 0n),
    scale,
  )
}

export const numberOf = (value: Num): number => Number(value.text)

/** jsonb's order: null, texts, numbers, false, true, arrays, objects. */
function rank(value: Value): number {
  if (value === null || value === jsonNull) return 0
  if (typeof value === 'string') return 1
  if (value instanceof Num) return 2
  if (typeof value === 'boolean') return 3
  return isList(value) ? 4 : 5
}

export function compareJson(a: Value, b: Value): number {
  const byRank = rank(a) - rank(b)
  if (byRank !== 0 || rank(a) === 0) return byRank
  if (typeof a === 'string' && typeof b === 'string') return compareText(a, b)
  if (a instanceof Num && b instanceof Num) return compareNumbers(a, b)
  if (typeof a === 'boolean') return Number(a) - Number(b)
  if (isList(a) && isList(b)) return compareLists(a, b)
  const size = Object.keys(a as JsonObject).length - Object.keys(b as JsonObject).length
  return size === 0 ? compareText(jsonText(a), jsonText(b)) : size
}

function compareLists(a: readonly Value[], b: readonly Value[]): number {
  if (a.length !== b.length) return a.length - b.length
  for (const [at, item] of a.entries()) {
    const order = compareJson(item, b[at] ?? null)
    if (order !== 0) return order
  }
  return 0
}
