/** What may be done at one path. */
import type { Routine, Table } from '../schema/schema.ts'
import { typeOf } from './definitions.ts'
import { reference } from './parameters.ts'

const ok = (description: string) => ({ description })

/** @param commands what the role was granted on the table */
export function tablePath(table: Table, commands: ReadonlySet<string>): object {
  const filters = [...table.columns.keys()].map((name) => reference(`rowFilter.${table.name}.${name}`))
  const about = {
    tags: [table.name],
    ...(table.description === null ? {} : { summary: table.description }),
  }
  return {
    ...(commands.has('select')
      ? { get: { ...about, parameters: [...filters, ...readParameters], responses: readResponses(table) } }
      : {}),
    ...(commands.has('insert') && table.isInsertable
      ? {
          post: {
            ...about,
            parameters: [reference(`body.${table.name}`), reference('select'), reference('preferPost')],
            responses: { '201': ok('Created') },
          },
        }
      : {}),
    ...(commands.has('delete') && table.isDeletable
      ? {
          delete: {
            ...about,
            parameters: [...filters, reference('preferReturn')],
            responses: { '204': ok('No Content') },
          },
        }
      : {}),
    ...(commands.has('update') && table.isUpdatable
      ? {
          patch: {
            ...about,
            parameters: [...filters, reference(`body.${table.name}`), reference('preferReturn')],
            responses: { '204': ok('No Content') },
          },
        }
      : {}),
  }
}

const readParameters = ['select', 'order', 'range', 'rangeUnit', 'offset', 'limit', 'preferCount'].map(reference)

const readResponses = ({ name }: Table) => ({
  '200': { description: 'OK', schema: { items: { $ref: `#/definitions/${name}` }, type: 'array' } },
  '206': ok('Partial Content'),
})

export function routinePath(routine: Routine): object {
  const about = {
    tags: [`(rpc) ${routine.name}`],
    ...(routine.description === null ? {} : { summary: routine.description }),
    produces: ['application/json', 'application/vnd.pgrst.object+json'],
    responses: { '200': ok('OK') },
  }
  const named = routine.parameters.filter(({ name }) => name !== '')
  const properties = Object.fromEntries(named.map(({ name, type }) => [name, typeOf(type)]))
  const required = named.filter(({ isRequired }) => isRequired).map(({ name }) => name)
  const body = { type: 'object', properties, ...(required.length === 0 ? {} : { required }) }
  const post = { ...about, parameters: [{ required: true, name: 'args', in: 'body', schema: body }] }
  if (routine.volatility === 'volatile') return { post }
  const parameters = named.map(({ name, type, isRequired }) =>
    Object.assign(queryType(type), { name, required: isRequired, in: 'query' }),
  )
  return { get: { ...about, parameters }, post }
}

/** Arrays travel as PostgreSQL's own literals in a query. */
const queryType = (type: string) =>
  type.endsWith('[]') || type.startsWith('json') ? { type: 'string', format: type } : typeOf(type)
