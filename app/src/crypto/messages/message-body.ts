/** The text of a message as JSON: what a member writes is not believed to have the form it should have. */
import * as v from 'valibot'

import { fromUtf8, MalformedError, utf8, type Bytes } from '../bytes.ts'
import type { Attachment, MessageBody } from '../rows.ts'

const id = v.pipe(v.string(), v.uuid())
const size = v.pipe(v.number(), v.integer(), v.minValue(0))

const attachment = v.looseObject({
  b: v.literal('dm-blobs'),
  p: v.string(),
  k: v.string(),
  h: v.string(),
  m: v.string(),
  w: v.optional(size),
  hgt: v.optional(size),
  s: size,
  th: v.optional(v.string()),
  d: v.optional(size),
  wf: v.optional(v.pipe(v.string(), v.maxLength(128))),
})

const body = v.looseObject({
  t: v.string(),
  text: v.optional(v.string()),
  ts: v.number(),
  re: v.optional(id),
  prev: v.optional(v.string()),
  seen: v.optional(id),
  att: v.optional(v.pipe(v.array(attachment), v.maxLength(32))),
  post: v.optional(v.looseObject({ id })),
  edit: v.optional(id),
  del: v.optional(id),
  once: v.optional(v.boolean()),
  opened: v.optional(id),
  react: v.optional(v.looseObject({ to: id, e: v.pipe(v.string(), v.maxLength(64)) })),
  name: v.optional(v.pipe(v.string(), v.maxLength(100))),
  vanish: v.optional(v.nullable(v.pipe(v.number(), v.integer(), v.minValue(60), v.maxValue(31_536_000)))),
})

export function writeBody(message: MessageBody): Bytes {
  return utf8(JSON.stringify(message))
}

/** Throws on anything else than a body. Files lie with their conversation: no message leads a reader anywhere else. */
export function readBody(bytes: Uint8Array, conversationId: string): MessageBody {
  const message = v.parse(body, JSON.parse(fromUtf8(bytes))) as MessageBody
  const isOwnFile = ({ p: path }: Attachment) =>
    path.startsWith(`${conversationId}/`) && /^[0-9a-f]{32}$/u.test(path.slice(conversationId.length + 1))
  if (!(message.att ?? []).every(isOwnFile)) throw new MalformedError('path')
  return message
}
