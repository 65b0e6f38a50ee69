import type { Parameter } from '../database.ts'

/** Text format, except Buffers, which travel as binary. */
export type WireValue = string | Buffer | null

export const toWire = (parameters: readonly Parameter[] | undefined): WireValue[] => (parameters ?? []).map(toWireValue)

function toWireValue(value: Parameter): WireValue {
  if (value === null || value === undefined) return null
  if (Buffer.isBuffer(value)) return value
  if (Array.isArray(value)) return arrayLiteral(value as readonly Parameter[])
  if (value instanceof Date) return value.toISOString()
  return String(value)
}

function arrayLiteral(items: readonly Parameter[]): string {
  return `{${items.map(arrayItem).join(',')}}`
}

function arrayItem(item: Parameter): string {
  if (item === null || item === undefined) return 'NULL'
  if (Array.isArray(item)) return arrayLiteral(item as readonly Parameter[])
  const text = Buffer.isBuffer(item) ? `\\x${item.toString('hex')}` : (toWireValue(item) as string)
  return `"${text.replace(/[\\"]/g, '\\$&')}"`
}
