/** A function's name and the given arguments → the one function they fit (WIRE §2.5). */
import { requestErrors, schemaErrors } from '../errors.ts'
import { media } from '../parse/media-type.ts'
import type { JsonPayload } from '../parse/payload.ts'
import type { ApiRequest } from '../parse/request.ts'
import { keyOf, type Parameter, type Routine, type Schema } from '../schema/schema.ts'
import { mostSimilar } from '../schema/similar.ts'
import type { Call, CallArguments } from './plan.ts'

export function planCall(request: ApiRequest, name: string, schema: Schema): Call {
  const { payload } = request
  if (payload === null) {
    const given = [...new Set(request.query.args.map(([key]) => key))]
    const routine = chooseRoutine({ request, name, schema, given })
    return { kind: 'call', routine, args: textArguments(request, routine, given) }
  }
  const given = payload.kind === 'json' ? (request.query.columns ?? payload.keys) : []
  const routine = chooseRoutine({ request, name, schema, given })
  if (isUnnamed(routine.parameters)) {
    return {
      kind: 'call',
      routine,
      args: { kind: 'unnamed', value: payload.kind === 'raw' ? payload.bytes : payload.text },
    }
  }
  if (payload.kind === 'raw') throw requestErrors.body(`Content-Type not acceptable: ${payload.contentType}`)
  return {
    kind: 'call',
    routine,
    args: given.length === 0 ? { kind: 'none' } : jsonArguments(payload, routine, given),
  }
}

function jsonArguments(payload: JsonPayload, routine: Routine, given: readonly string[]): CallArguments {
  const { fields, keys } = payload
  const isList = fields !== null && (fields.length > keys.length || takesMany(routine, given))
  if (isList) return { kind: 'texts', values: valuesOf(fields, routine, given) }
  return { kind: 'json', json: payload.text, isArray: payload.shape === 'array', names: given }
}

function textArguments({ query }: ApiRequest, routine: Routine, given: readonly string[]): CallArguments {
  return given.length === 0 ? { kind: 'none' } : { kind: 'texts', values: valuesOf(query.args, routine, given) }
}

const takesMany = ({ parameters }: Routine, given: readonly string[]) =>
  parameters.some(({ name, isVariadic }) => isVariadic && given.includes(name))

/** Of an argument given twice the last counts, unless the parameter takes any number of them. */
function valuesOf(pairs: readonly (readonly [string, string])[], { parameters }: Routine, given: readonly string[]) {
  const variadic = new Set(parameters.filter(({ isVariadic }) => isVariadic).map(({ name }) => name))
  return given.map((key) => {
    const values = pairs.filter(([name]) => name === key).map(([, value]) => value)
    return [key, variadic.has(key) ? values : values.slice(-1)] as const
  })
}

const isUnnamed = (parameters: readonly Parameter[]) => parameters.length === 1 && parameters[0]?.name === ''

/** A body of one nameless key names the one parameter that has no name, whatever its type. */
const namesUnnamed = (parameters: readonly Parameter[], given: readonly string[]) =>
  isUnnamed(parameters) && given.length === 1 && given[0] === ''

/** All required parameters are given, and nothing that is none of the parameters. */
function accepts(parameters: readonly Parameter[], given: readonly string[]): boolean {
  const names = new Set(parameters.map(({ name }) => name))
  return (
    given.every((name) => name !== '' && names.has(name)) &&
    parameters.every(({ name, isRequired }) => !isRequired || given.includes(name))
  )
}

interface Search {
  readonly request: ApiRequest
  readonly name: string
  readonly schema: Schema
  readonly given: readonly string[]
}

function chooseRoutine(search: Search): Routine {
  const { request, name, schema } = search
  const overloads = schema.routines.get(keyOf({ schema: request.schema, name })) ?? []
  const isRaw = request.payload?.kind === 'raw'
  const named = isRaw ? [] : overloads.filter(({ parameters }) => fits(parameters, search))
  const fitting = named.length > 0 ? named : overloads.filter((routine) => takesBody(routine, request))
  const [only] = fitting
  if (only === undefined && isMixed(request)) throw requestErrors.body('All object keys must match')
  if (only === undefined) throw notFound(search, overloads)
  if (fitting.length > 1) throw schemaErrors.ambiguousFunction(fitting.map(signature))
  return only
}

const fits = (parameters: readonly Parameter[], { request, given }: Search) =>
  accepts(parameters, given) || (request.payload !== null && namesUnnamed(parameters, given))

const isMixed = ({ payload, query }: ApiRequest) =>
  payload?.kind === 'json' && !payload.isUniform && query.columns === null

const bodyTypes: Readonly<Record<string, readonly string[]>> = {
  [media.json]: ['json', 'jsonb'],
  [media.text]: ['text'],
  [media.xml]: ['xml'],
  [media.octets]: ['bytea'],
}

function payloadType({ payload }: ApiRequest): string | null {
  if (payload === null) return null
  if (payload.kind === 'raw') return payload.contentType
  return payload.isCsv === true ? media.csv : media.json
}

function takesBody({ parameters }: Routine, request: ApiRequest): boolean {
  const type = payloadType(request)
  return type !== null && isUnnamed(parameters) && bodyTypes[type]?.includes(parameters[0]?.type ?? '') === true
}

const signature = ({ schema, name, parameters }: Routine) =>
  `${schema}.${name}(${parameters.map((parameter) => `${parameter.name} => ${parameter.type}`).join(', ')})`

const alternatives: Readonly<Record<string, string>> = {
  [media.json]: 'json/jsonb',
  [media.text]: 'text',
  [media.xml]: 'xml',
  [media.octets]: 'bytea',
}

function notFound({ request, name, schema, given }: Search, overloads: readonly Routine[]) {
  const type = payloadType(request)
  const isUnnamedOnly = request.payload?.kind === 'raw'
  const qualified = `${request.schema}.${name}`
  return schemaErrors.noFunction({
    name: qualified,
    given: given.toSorted(),
    alternative: type === null ? null : (alternatives[type] ?? null),
    isUnnamedOnly,
    suggestion: isUnnamedOnly ? null : suggest({ request, name, schema, given }, overloads),
  })
}

/** A function of a similar name or, where the name is right, the parameters that come nearest. */
function suggest({ request, name, schema, given }: Search, overloads: readonly Routine[]): string | null {
  const list = (names: readonly string[]) => `(${names.toSorted().join(', ')})`
  if (overloads.length > 0) {
    const known = overloads.map(({ parameters }) => list(parameters.map((parameter) => parameter.name)))
    const nearest = mostSimilar(list(given), known, 0.33)
    return nearest === null ? null : `${request.schema}.${name}${nearest}`
  }
  const names = [...schema.routines.values()].flatMap(([first]) =>
    first?.schema === request.schema ? [first.name] : [],
  )
  const nearest = mostSimilar(name, names, 0.75)
  return nearest === null ? null : `${request.schema}.${nearest}`
}
