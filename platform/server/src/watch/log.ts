import { styleText } from 'node:util'

import pino from 'pino'

import type { Config } from '../settings/config.ts'
import type { LogLevel } from '../settings/process-settings.ts'
import type { Observation } from './events.ts'
import { levelOf, toLogRecord, type ErrorDescription, type LogRecord } from './log-record.ts'

export interface Log {
  observe(observation: Observation): void
  /** Writes out what is still buffered; a process that ends calls it last. */
  flush(): void
}

export interface LogSink {
  write(line: string): void
  flushSync?(): void
}

/** One line per observation: JSON for machines, short lines for people. */
export function createLog({ format, level }: Config['log'], sink: LogSink = standardOutput()): Log {
  const write = format === 'json' ? jsonWriter(level, sink) : humanWriter(level, sink)
  return {
    observe: (observation) => {
      // No record is built below the level: busy servers report far more than anybody keeps.
      if (order.indexOf(levelOf(observation)) < order.indexOf(level)) return
      write(observation.kind, toLogRecord(observation))
    },
    flush: () => sink.flushSync?.(),
  }
}

type Write = (kind: string, record: LogRecord) => void

// Buffered, so that a busy server does not pay one system call per request; errors are written at once.
function standardOutput(): LogSink {
  return pino.destination({ dest: 1, sync: false, minLength: 4_096, periodicFlush: 500 })
}

function jsonWriter(level: LogLevel, sink: LogSink): Write {
  const logger = pino(
    {
      level,
      base: null,
      timestamp: pino.stdTimeFunctions.isoTime,
      formatters: { level: (label) => ({ level: label }) },
    },
    sink,
  )
  return (kind, { level, fields }) => {
    logger[level](fields, kind)
    if (level === 'error') sink.flushSync?.()
  }
}

const order: readonly LogLevel[] = ['debug', 'info', 'warn', 'error', 'silent']
const colours = { debug: 'gray', info: 'reset', warn: 'yellow', error: 'red' } as const

function humanWriter(threshold: LogLevel, sink: LogSink): Write {
  return (kind, record) => {
    if (order.indexOf(levelForPeople(kind, record)) < order.indexOf(threshold)) return
    const time = new Date().toTimeString().slice(0, 8)
    sink.write(`${styleText('gray', time)} ${styleText(colours[record.level], humanLine(kind, record.fields))}\n`)
    sink.flushSync?.()
  }
}

// On a terminal, what the server does and what goes wrong would drown among every picture that somebody looks at.
function levelForPeople(kind: string, { level, fields }: LogRecord): LogLevel {
  const { status } = fields
  const isRoutine =
    level === 'info' && !/^(?:server|database)\./.test(kind) && !(typeof status === 'number' && status >= 400)
  return isRoutine ? 'debug' : level
}

function humanLine(kind: string, { error, requestId, ...fields }: LogRecord['fields']): string {
  if (kind === 'http.answered') {
    const { method, route, status, ms } = fields
    return `${String(status)} ${String(method)} ${String(route)} ${String(ms)} ms`
  }
  const facts = Object.entries({ ...fields, request: requestId })
    .filter(([, value]) => value !== undefined)
    .map(([name, value]) => `${name}=${typeof value === 'string' ? value : JSON.stringify(value)}`)
  const line = [kind, ...facts].join(' ')
  return error === undefined ? line : `${line}\n${trace(error as ErrorDescription)}`
}

function trace({ type, message, stack, cause }: ErrorDescription): string {
  const own = stack ?? `${type}: ${message}`
  return cause === undefined ? own : `${own}\nbecause of ${trace(cause)}`
}
