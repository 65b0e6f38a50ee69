/** Documents of the protocol, read and written. */
import { XMLBuilder, XMLParser } from 'fast-xml-parser'
import type { FastifyReply } from 'fastify'

import { s3Errors, type S3Refusal } from './errors.ts'

type Value = string | number | boolean | undefined | Content | readonly Content[]
export interface Content {
  readonly [name: string]: Value
}

const namespace = 'http://s3.amazonaws.com/doc/2006-03-01/'
const builder = new XMLBuilder({ ignoreAttributes: false, attributeNamePrefix: '@', suppressEmptyNode: false })
// What a client calls 007 is no number.
const parser = new XMLParser({
  parseTagValue: false,
  processEntities: true,
  ignoreDeclaration: true,
  trimValues: false,
})

const declaration = '<?xml version="1.0" encoding="UTF-8"?>\n'

export function sendXml(reply: FastifyReply, name: string, content: Content): FastifyReply {
  const document = builder.build({ [name]: { '@xmlns': namespace, ...known(content) } })
  return reply.type('application/xml').send(`${declaration}${document}`)
}

export function sendRefusal(reply: FastifyReply, refusal: S3Refusal, where: { resource: string; id: string }) {
  const { code, message, status } = refusal
  if (status === 503) reply.header('retry-after', '1')
  reply.code(status).header('cache-control', 'no-store').type('application/xml')
  const error = { Code: code, Message: message, Resource: where.resource, RequestId: where.id }
  return reply.send(`${declaration}${builder.build({ Error: error })}`)
}

function known(content: Content): Record<string, unknown> {
  const entries = Object.entries(content).filter(([, value]) => value !== undefined)
  return Object.fromEntries(entries.map(([name, value]) => [name, knownValue(value)]))
}

function knownValue(value: Value): unknown {
  if (Array.isArray(value)) return value.map((one: Content) => known(one))
  return typeof value === 'object' ? known(value as Content) : value
}

/** The document’s root by that name. @throws {StorageError} MalformedXML */
export function parseXml(text: string, root: string): Record<string, unknown> {
  try {
    const parsed: unknown = parser.parse(text, true)
    const found = isRecord(parsed) ? parsed[root] : undefined
    if (isRecord(found)) return found
  } catch {
    throw s3Errors.malformedXml()
  }
  throw s3Errors.malformedXml()
}

/** Elements that may come once, several times or not at all. */
export function elements(of: Record<string, unknown>, name: string): Record<string, unknown>[] {
  const found = of[name]
  return (Array.isArray(found) ? found : [found]).filter(isRecord)
}

/** @throws {StorageError} MalformedXML where there is no such text */
export function textOf(of: Record<string, unknown>, name: string): string {
  const found = of[name]
  if (typeof found !== 'string') throw s3Errors.malformedXml()
  return found
}

const isRecord = (value: unknown): value is Record<string, unknown> => typeof value === 'object' && value !== null
