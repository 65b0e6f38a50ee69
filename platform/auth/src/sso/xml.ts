/** XML from strangers: read strictly, by namespace, and without the parts of XML that only attacks need. */
import { createRequire } from 'node:module'

import type * as xmldom from '@xmldom/xmldom'

export const SAML = 'urn:oasis:names:tc:SAML:2.0:assertion'
export const SAMLP = 'urn:oasis:names:tc:SAML:2.0:protocol'
export const METADATA = 'urn:oasis:names:tc:SAML:2.0:metadata'
export const XMLDSIG = 'http://www.w3.org/2000/09/xmldsig#'

export type XmlElement = xmldom.Element
type Element = xmldom.Element
type Node = xmldom.Node

const MAX_LENGTH = 512 * 1024
const ELEMENT_NODE = 1

/**
 * NOTE: no document type (entities that read files or explode), no comment or processing instruction (texts that one
 * reader cuts short where another goes on), no CDATA. SAML 2.0 needs none of them in messages.
 * @throws {Error} that says what is wrong
 */
export function parseMessage(text: string): Element {
  const body = text.replace(/^\uFEFF?\s*<\?xml[^?<>]*\?>/, '')
  if (/<[!?]/.test(body)) throw new Error('The message has a document type, a comment or an instruction')
  return parseXml(text)
}

/** As `parseMessage`, for documents that an administrator brings: comments are common there. */
export function parseDocument(text: string): Element {
  if (/<!DOCTYPE|<!ENTITY/i.test(text)) throw new Error('The document has a document type')
  return parseXml(text)
}

const require = createRequire(import.meta.url)

function parseXml(text: string): Element {
  if (text.length > MAX_LENGTH) throw new Error('The document is too long')
  // NOTE: loaded with the first message: most systems have no identity provider, and a start need not wait for it.
  const { DOMParser, onWarningStopParsing } = require('@xmldom/xmldom') as typeof xmldom
  const { documentElement } = new DOMParser({ onError: onWarningStopParsing }).parseFromString(text, 'text/xml')
  if (documentElement === null) throw new Error('The document is empty')
  return documentElement
}

export function isElement(node: Node, namespace: string, name: string): node is Element {
  return node.nodeType === ELEMENT_NODE && node.namespaceURI === namespace && node.localName === name
}

export function childrenOf(parent: Element, namespace: string, name: string): Element[] {
  return [...parent.childNodes].filter((node) => isElement(node, namespace, name))
}

/** The only child of that name, or null without one. @throws {Error} for several */
export function onlyChild(parent: Element, namespace: string, name: string): Element | null {
  const found = childrenOf(parent, namespace, name)
  if (found.length > 1) throw new Error(`There is more than one ${name}`)
  return found[0] ?? null
}

/** @throws {Error} for an element that holds others: its text would be anything */
export function textOf(element: Element): string {
  if ([...element.childNodes].some(({ nodeType }) => nodeType === ELEMENT_NODE)) {
    throw new Error(`${element.localName ?? 'An element'} holds more than text`)
  }
  return (element.textContent ?? '').trim()
}

/** Epoch milliseconds, null where there is none. @throws {Error} for a text that is no time */
export function timeOf(element: Element, name: string): number | null {
  const text = element.getAttribute(name)
  if (text === null || text === '') return null
  const time = /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(?:\.\d+)?(?:Z|[+-]\d\d:\d\d)$/.test(text)
    ? Date.parse(text)
    : Number.NaN
  if (Number.isNaN(time)) throw new Error(`${name} is not a time`)
  return time
}
