/** Casts and aggregates. */
import type { Type } from './model.ts'
import { compare } from './operators.ts'
import type { Aggregate, Cast } from './request.ts'
import { Approximate, jsonText, Num, numberOf, plainText, round, sum, type Value } from './value.ts'

export function castValue(value: Value, cast: Cast | null, type: Type = 'text'): Value {
  if (value === null || cast === null) return value
  if (cast === 'text') return typeof value === 'string' && type !== 'json' ? value : jsonText(value)
  if (value instanceof Approximate) return new Num(Math.round(value.value))
  if (typeof value === 'boolean') return new Num(value ? 1 : 0)
  const number = value instanceof Num ? value : new Num(plainText(value))
  return cast === 'int' ? round(number, 0) : number
}

export function aggregateOf(aggregate: Aggregate, type: Type, values: readonly Value[]): Value {
  const known = values.filter((value) => value !== null)
  if (aggregate === 'count') return new Num(known.length)
  if (known.length === 0) return null
  if (aggregate === 'max' || aggregate === 'min') {
    const sorted = known.toSorted((a, b) => compare(type, a, b))
    return (aggregate === 'min' ? sorted[0] : sorted.at(-1)) ?? null
  }
  const total = sum(known.filter((value) => value instanceof Num))
  return aggregate === 'sum' ? total : new Approximate(numberOf(total) / known.length)
}
