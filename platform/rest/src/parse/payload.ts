/** A request body → Payload; the JSON itself travels to PostgreSQL as it came. */
import type { RestLimits } from '../config.ts'
import { requestErrors } from '../errors.ts'
import { parseCsv } from './csv.ts'
import { media, type MediaType } from './media-type.ts'

export interface JsonPayload {
  readonly kind: 'json'
  /** JSON text: the body itself, or what CSV and form bodies mean. */
  readonly text: string
  readonly shape: 'object' | 'array' | 'scalar'
  /** Keys of the object, or of every object of the array. */
  readonly keys: readonly string[]
  /** False when objects of the array differ in their keys: an error unless `columns=` names them. */
  readonly isUniform: boolean
  readonly rows: number
  /** The fields of a form as they came, where one may come several times. */
  readonly fields: readonly (readonly [name: string, value: string])[] | null
  /** What was sent is CSV, which no parameter without a name takes whole. */
  readonly isCsv?: true
}

/** A body for a function with a single unnamed parameter. */
interface RawPayload {
  readonly kind: 'raw'
  readonly contentType: string
  readonly bytes: Buffer
}

export type Payload = JsonPayload | RawPayload

const rawTypes: ReadonlySet<string> = new Set([media.text, media.xml, media.octets])

export interface PayloadOptions {
  readonly isCall: boolean
  readonly limits: RestLimits
}

export function parsePayload(body: Buffer, contentType: MediaType, { isCall, limits }: PayloadOptions): Payload {
  switch (contentType.name) {
    case media.json:
    case media.any:
      return parseJson(body.length === 0 && isCall ? '{}' : body.toString('utf8'), limits)
    case media.csv:
      return parseCsvRows(body.toString('utf8'), limits)
    case media.form:
      return parseForm(body.toString('utf8'))
    default:
      if (isCall && rawTypes.has(contentType.name)) {
        return { kind: 'raw', contentType: contentType.name, bytes: body }
      }
      throw requestErrors.body(`Content-Type not acceptable: ${contentType.name}`)
  }
}

function parseJson(text: string, limits: RestLimits): JsonPayload {
  if (nestingDepth(text) > limits.jsonDepth) throw requestErrors.body('The JSON body is nested too deeply')
  let value: unknown
  try {
    value = JSON.parse(text)
  } catch (cause) {
    throw Object.assign(requestErrors.body('Empty or invalid json'), { cause })
  }
  if (Array.isArray(value)) return describeArray(text, value, limits)
  if (typeof value === 'object' && value !== null) {
    return { kind: 'json', text, shape: 'object', keys: Object.keys(value), isUniform: true, rows: 1, fields: null }
  }
  return { kind: 'json', text, shape: 'scalar', keys: [], isUniform: true, rows: 1, fields: null }
}

function describeArray(text: string, rows: readonly unknown[], limits: RestLimits): JsonPayload {
  if (rows.length > limits.insertRows)
    throw requestErrors.bodyTooLarge(`At most ${limits.insertRows} rows are accepted.`)
  const first = rows[0]
  const keys = isObject(first) ? Object.keys(first) : []
  const known = new Set(keys)
  const isUniform = rows.every((row) => {
    if (!isObject(row)) return false
    const own = Object.keys(row)
    return own.length === known.size && own.every((key) => known.has(key))
  })
  return { kind: 'json', text, shape: 'array', keys, isUniform, rows: rows.length, fields: null }
}

const isObject = (value: unknown): value is object =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

/** Brackets outside strings, counted before any parser recurses into them. */
function nestingDepth(text: string): number {
  let depth = 0
  let deepest = 0
  let isInString = false
  for (let at = 0; at < text.length; at += 1) {
    const code = text.charCodeAt(at)
    if (code === 0x22) isInString = !isInString
    else if (isInString) at += code === 0x5c ? 1 : 0
    else if (code === 0x5b || code === 0x7b) deepest = Math.max(deepest, ++depth)
    else if (code === 0x5d || code === 0x7d) depth -= 1
  }
  return deepest
}

function parseCsvRows(text: string, limits: RestLimits): JsonPayload {
  const [header, ...rows] = parseCsv(text)
  if (header === undefined) throw requestErrors.body('Empty or invalid CSV')
  if (rows.some((row) => row.length !== header.length))
    throw requestErrors.body('All lines must have same number of fields')
  const objects = rows.map((row) =>
    Object.fromEntries(header.map((name, at) => [name, row[at] === 'NULL' ? null : row[at]])),
  )
  return { ...describeArray(JSON.stringify(objects), objects, limits), keys: header, isCsv: true }
}

function parseForm(text: string): JsonPayload {
  const pairs = [...new URLSearchParams(text)]
  const fields = Object.fromEntries(pairs)
  const keys = Object.keys(fields)
  return {
    kind: 'json',
    text: JSON.stringify(fields),
    shape: 'object',
    keys,
    isUniform: true,
    rows: 1,
    fields: pairs,
  }
}
