/** `Accept` → the form of the answer (WIRE §2.6). */
import type { RestConfig } from '../config.ts'
import { requestErrors } from '../errors.ts'
import { media, type MediaType } from '../parse/media-type.ts'
import type { MediaHandler, QualifiedName, Routine, Schema } from '../schema/schema.ts'
import type { Body, Explain } from './plan.ts'

export interface OutputForm {
  readonly body: Body
  readonly contentType: string
  readonly isSingular: boolean
  readonly explain: Explain | null
}

const jsonUtf8 = 'application/json; charset=utf-8'

const stripsNulls = ({ parameters }: MediaType) => parameters['nulls'] === 'stripped'

interface Offer {
  readonly routine: Routine | null
  /** Whose rows are shown; null where they are no table's. */
  readonly table: QualifiedName | null
  /** The rows are the table's own, as its aggregates take them: nothing selected, renamed or embedded. */
  readonly isWhole: boolean
  readonly schema: Pick<Schema, 'handlers' | 'geoJsonSchema'>
  readonly config: RestConfig
}

export function negotiate(accept: readonly MediaType[], offer: Offer): OutputForm {
  for (const type of accept) {
    const form = formOf(type, offer)
    if (form !== null) return form
  }
  throw requestErrors.mediaType(accept.map(({ name }) => name))
}

type Form = (type: MediaType, offer: Offer) => OutputForm | null

const defaultForm: Form = (_type, { routine }) => plain(defaultBody(routine), jsonUtf8)
const arrayForm: Form = (type, offer) =>
  stripsNulls(type)
    ? plain({ kind: 'array', stripsNulls: true }, typeWith(media.array, type))
    : defaultForm(type, offer)
const csvForm: Form = () => plain({ kind: 'csv' }, 'text/csv; charset=utf-8')
const geoJsonForm: Form = (_type, { schema }) =>
  schema.geoJsonSchema === null
    ? null
    : plain({ kind: 'geojson', schema: schema.geoJsonSchema }, 'application/geo+json; charset=utf-8')
const planForm: Form = (type, offer) => (offer.config.allowsPlan ? planned(type, offer) : null)

const forms = new Map<string, Form>([
  [media.any, defaultForm],
  [media.json, defaultForm],
  ['application/*', defaultForm],
  [media.object, singular],
  [media.objectShort, singular],
  [media.array, arrayForm],
  [media.arrayShort, arrayForm],
  [media.csv, csvForm],
  [media.geoJson, geoJsonForm],
  [media.plan, planForm],
  [media.planText, planForm],
  [media.planJson, planForm],
])

const formOf: Form = (type, offer) => {
  if (answersAnything(offer) && !isVendor(type.name)) return rawForm(type, offer)
  const handler = findHandler(type, offer)
  return handler === null ? (forms.get(type.name) ?? rawForm)(type, offer) : handled(type, handler)
}

const isVendor = (name: string) => name.startsWith('application/vnd.pgrst.')

const anyDomain = `"${media.any}"`
const answersAnything = ({ routine }: Offer) => routine !== null && routine.returns.type.endsWith(anyDomain)

/** A handler for anything comes before all others, a table's own before one for any rows. */
function findHandler({ name }: MediaType, { table, isWhole, schema }: Offer): MediaHandler | null {
  if (schema.handlers.length === 0 || isVendor(name)) return null
  const isOwn = (handler: MediaHandler) =>
    isWhole && handler.table?.name === table?.name && handler.table?.schema === table?.schema
  return (
    schema.handlers.find((handler) => handler.mediaType === media.any && handler.table !== null && isOwn(handler)) ??
    schema.handlers.find((handler) => handler.mediaType === name && handler.table !== null && isOwn(handler)) ??
    schema.handlers.find((handler) => handler.mediaType === name && handler.table === null) ??
    null
  )
}

const handled = ({ name }: MediaType, handler: MediaHandler): OutputForm =>
  plain({ kind: 'handled', handler }, typeNamed(handler.mediaType === media.any ? media.any : name))

const charsetTypes: ReadonlySet<string> = new Set([media.json, media.csv, media.text, media.xml, media.geoJson])

/** What may be anything is some bytes, unless it says itself what it is. */
function typeNamed(name: string): string {
  if (name === media.any) return media.octets
  return charsetTypes.has(name) ? `${name}; charset=utf-8` : name
}

function plain(body: Body, contentType: string): OutputForm {
  return { body, contentType, isSingular: false, explain: null }
}

const typeWith = (name: string, type: MediaType) =>
  `${name}${stripsNulls(type) ? ';nulls=stripped' : ''}; charset=utf-8`

function defaultBody(routine: Routine | null): Body {
  if (routine === null) return { kind: 'array', stripsNulls: false }
  const { kind, isSet } = routine.returns
  if (kind === 'void') return { kind: 'none' }
  if (kind === 'scalar') return { kind: 'value' }
  return { kind: isSet ? 'array' : 'object', stripsNulls: false }
}

function singular(type: MediaType, { routine }: Offer): OutputForm {
  const isValue = routine !== null && routine.returns.kind !== 'composite'
  const body: Body = isValue ? defaultBody(routine) : { kind: 'object', stripsNulls: stripsNulls(type) }
  return { body, contentType: typeWith(media.object, type), isSingular: true, explain: null }
}

const rawTypes: Readonly<Record<string, readonly string[]>> = {
  [media.text]: ['text', 'character varying'],
  [media.xml]: ['xml'],
  [media.octets]: ['bytea'],
}

/** A function may answer the very text, XML or bytes that it returns; a domain named like the type says so too. */
function rawForm(type: MediaType, { routine }: Offer): OutputForm | null {
  if (routine === null || routine.returns.kind !== 'scalar' || routine.returns.isSet) return null
  const { type: returned, isBytes } = routine.returns
  const isAnything = returned.endsWith(anyDomain)
  const isDomain = returned.endsWith(`"${type.name}"`) || isAnything
  if (!isDomain && rawTypes[type.name]?.includes(returned) !== true) return null
  return plain({ kind: isBytes ? 'bytes' : 'text' }, typeNamed(isAnything ? media.any : type.name))
}

const explainOptions = ['analyze', 'verbose', 'settings', 'buffers', 'wal']

function planned(type: MediaType, offer: Offer): OutputForm {
  const { for: wanted = media.json, options = '' } = type.parameters
  const inner = formOf(
    { name: wanted.split(';')[0] ?? wanted, parameters: {} },
    { ...offer, config: { ...offer.config, allowsPlan: false } },
  )
  const format = type.name === media.planJson ? 'json' : 'text'
  const name = format === 'json' ? media.planJson : media.planText
  const chosen = explainOptions.filter((option) => options.split('|').includes(option))
  return {
    body: inner?.body ?? { kind: 'array', stripsNulls: false },
    contentType: `${name}; for="${wanted.replaceAll(/[^\w.+/-]/g, '')}"${chosen.length > 0 ? `; options=${chosen.join('|')}` : ''}; charset=utf-8`,
    isSingular: false,
    explain: { format, options: chosen },
  }
}
