/** A database of networks with one network in it, in MaxMind's format (version 2.0 of its specification). */
import { Buffer } from 'node:buffer'

type Value = string | number | readonly Value[] | { readonly [key: string]: Value }

const separator = Buffer.alloc(16)
const mark = Buffer.concat([Buffer.from([0xab, 0xcd, 0xef]), Buffer.from('MaxMind.com')])

/** Whoever's address begins with this number is at this place. */
export function networksOf(first: number, place: Value, databaseType: string): Buffer {
  const bits = Array.from({ length: 8 }, (_, at) => (first >> (7 - at)) & 1)
  const nothing = bits.length
  const nodes = bits.map((bit, at) => {
    const next = at === bits.length - 1 ? nothing + separator.length : at + 1
    return Buffer.concat([record(bit === 0 ? next : nothing), record(bit === 1 ? next : nothing)])
  })
  const metadata = {
    binary_format_major_version: 2,
    binary_format_minor_version: 0,
    build_epoch: 0,
    database_type: databaseType,
    description: {},
    ip_version: 4,
    languages: ['fr'],
    node_count: bits.length,
    record_size: 24,
  }
  return Buffer.concat([...nodes, separator, encode(place), mark, encode(metadata)])
}

function record(value: number): Buffer {
  const bytes = Buffer.alloc(3)
  bytes.writeUIntBE(value, 0, 3)
  return bytes
}

/** Sizes under 29 only, which say themselves. */
function encode(value: Value): Buffer {
  if (typeof value === 'string') return Buffer.concat([control(2, Buffer.byteLength(value)), Buffer.from(value)])
  if (typeof value === 'number') {
    const bytes = Buffer.alloc(2)
    bytes.writeUInt16BE(value)
    return Buffer.concat([control(5, 2), bytes])
  }
  if (isList(value)) return Buffer.concat([Buffer.from([value.length, 11 - 7]), ...value.map(encode)])
  const entries = Object.entries(value)
  return Buffer.concat([control(7, entries.length), ...entries.flatMap(([key, each]) => [encode(key), encode(each)])])
}

function isList(value: Value): value is readonly Value[] {
  return Array.isArray(value)
}

function control(type: number, size: number): Buffer {
  return Buffer.from([(type << 5) | size])
}
