/** Messages of the extended protocol, as bytes: a whole batch leaves in one piece of memory and one write. */
import type { WireValue } from './parameters.ts'

export interface BatchStep {
  /** Name of the prepared statement; '' is the unnamed one. */
  readonly statement: string
  readonly parse: string | null
  readonly values: readonly WireValue[]
  /** A prepared statement that makes room for this one. */
  readonly close?: string | null
}

const type = { parse: 0x50, bind: 0x42, describe: 0x44, execute: 0x45, close: 0x43, sync: 0x53 } as const
/** Of a statement or of a portal. */
const named = { statement: 0x53, portal: 0x50 } as const
const format = { text: 0, binary: 1 } as const
const NULL_VALUE = -1

/**
 * Parse where asked, Bind and Execute for each step, one Sync.
 * @param describes has the last step tell the columns of its answer
 */
export function toBytes(steps: readonly BatchStep[], describes: boolean): Buffer {
  const writer = new Writer(lengthOf(steps, describes))
  for (const [index, step] of steps.entries()) writeStep(writer, step, describes && index === steps.length - 1)
  writer.start(type.sync, 0)
  return writer.bytes
}

const header = 5
const textLength = (text: string) => Buffer.byteLength(text) + 1
const valueLength = (value: WireValue) =>
  value === null ? 0 : typeof value === 'string' ? Buffer.byteLength(value) : value.length

const closeLength = (name: string) => 1 + textLength(name)
const parseLength = ({ statement, parse }: BatchStep) => textLength(statement) + textLength(parse ?? '') + 2
const executeLength = 5
const describeLength = 2

/** The portal's empty name, the statement's, formats, values, and one format for all results. */
function bindLength({ statement, values }: BatchStep): number {
  let length = 1 + textLength(statement) + 2 + 2 * values.length + 2 + 4
  for (const value of values) length += 4 + valueLength(value)
  return length
}

function lengthOf(steps: readonly BatchStep[], describes: boolean): number {
  let length = header + (describes ? header + describeLength : 0)
  for (const step of steps) {
    if (typeof step.close === 'string') length += header + closeLength(step.close)
    if (step.parse !== null) length += header + parseLength(step)
    length += header + bindLength(step) + header + executeLength
  }
  return length
}

function writeStep(writer: Writer, step: BatchStep, isDescribed: boolean): void {
  if (typeof step.close === 'string') {
    writer.start(type.close, closeLength(step.close)).byte(named.statement).text(step.close)
  }
  if (step.parse !== null) {
    writer.start(type.parse, parseLength(step)).text(step.statement).text(step.parse).int16(0)
  }
  writeBind(writer, step)
  if (isDescribed) writer.start(type.describe, describeLength).byte(named.portal).byte(0)
  writer.start(type.execute, executeLength).byte(0).int32(0)
}

function writeBind(writer: Writer, step: BatchStep): void {
  const { statement, values } = step
  writer.start(type.bind, bindLength(step)).byte(0).text(statement).int16(values.length)
  for (const value of values) writer.int16(Buffer.isBuffer(value) ? format.binary : format.text)
  writer.int16(values.length)
  for (const value of values) writer.value(value)
  writer.int16(1).int16(format.text)
}

class Writer {
  readonly bytes: Buffer
  #at = 0

  constructor(length: number) {
    this.bytes = Buffer.allocUnsafe(length)
  }

  /** @param length of what follows the message's own length */
  start(type: number, length: number): this {
    return this.byte(type).int32(4 + length)
  }

  byte(value: number): this {
    this.bytes[this.#at++] = value
    return this
  }

  int16(value: number): this {
    this.#at = this.bytes.writeUInt16BE(value, this.#at)
    return this
  }

  int32(value: number): this {
    this.#at = this.bytes.writeInt32BE(value, this.#at)
    return this
  }

  text(text: string): this {
    this.#at += this.bytes.write(text, this.#at)
    return this.byte(0)
  }

  value(value: WireValue): void {
    if (value === null) return void this.int32(NULL_VALUE)
    const lengthAt = this.#at
    this.#at += 4
    const written = typeof value === 'string' ? this.bytes.write(value, this.#at) : value.copy(this.bytes, this.#at)
    this.#at += written
    this.bytes.writeInt32BE(written, lengthAt)
  }
}
