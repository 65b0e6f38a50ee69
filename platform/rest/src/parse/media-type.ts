/** `Accept` → the media types asked for, best first. */

export interface MediaType {
  /** `type/subtype`, lower case. */
  readonly name: string
  readonly parameters: Readonly<Record<string, string>>
}

export const media = {
  any: '*/*',
  json: 'application/json',
  csv: 'text/csv',
  object: 'application/vnd.pgrst.object+json',
  objectShort: 'application/vnd.pgrst.object',
  array: 'application/vnd.pgrst.array+json',
  arrayShort: 'application/vnd.pgrst.array',
  geoJson: 'application/geo+json',
  plan: 'application/vnd.pgrst.plan',
  planText: 'application/vnd.pgrst.plan+text',
  planJson: 'application/vnd.pgrst.plan+json',
  openApi: 'application/openapi+json',
  text: 'text/plain',
  xml: 'text/xml',
  octets: 'application/octet-stream',
  form: 'application/x-www-form-urlencoded',
} as const

const anything: readonly MediaType[] = [{ name: media.any, parameters: {} }]
const json: readonly MediaType[] = [{ name: media.json, parameters: {} }]
const element = /(?:"[^"]*"|[^,"])+/g
const section = /(?:"[^"]*"|[^;"])+/g

export function parseAccept(header: string | undefined): readonly MediaType[] {
  if (header === undefined || header === '' || header === media.any) return anything
  if (header === media.json) return json
  const weighed = (header.match(element) ?? []).map((text) => {
    const { name, parameters } = parseMediaType(text)
    const { q, ...others } = parameters
    return { name, parameters: others, weight: q === undefined ? 1 : Number(q) || 0 }
  })
  return weighed
    .filter(({ weight }) => weight > 0)
    .toSorted((a, b) => b.weight - a.weight)
    .map(({ name, parameters }) => ({ name, parameters }))
}

export function parseMediaType(text: string): MediaType {
  const [name = '', ...sections] = (text.match(section) ?? []).map((part) => part.trim())
  const parameters = sections.map((part) => {
    const equals = part.indexOf('=')
    return [
      part.slice(0, equals).trim().toLowerCase(),
      part
        .slice(equals + 1)
        .trim()
        .replace(/^"(.*)"$/, '$1'),
    ]
  })
  return { name: name.toLowerCase(), parameters: Object.fromEntries(parameters) }
}
