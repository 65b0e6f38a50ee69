/** Statements written with stand-ins → the same statements with values. */
import type { Parameter, Statement } from '@platform/database'

import type { Statements } from './sql/statement.ts'

/** Texts and, between them, numbers of stand-ins. */
type Pattern = readonly (string | number)[]

export type FillText = (values: readonly string[]) => string

/** @param write how a value is written where the stand-in stands as it is */
export function toFillText(text: string, standIns: readonly string[], write = (value: string) => value): FillText {
  const pattern = patternOf(text, standIns)
  const [only] = pattern
  if (pattern.length === 1 && typeof only === 'string') return () => only
  return (values) => pattern.map((part) => (typeof part === 'string' ? part : write(values[part] ?? ''))).join('')
}

function patternOf(text: string, standIns: readonly string[]): Pattern {
  const parts = standIns.reduce<Pattern>(
    (pattern, standIn, at) => pattern.flatMap((part) => (typeof part === 'string' ? split(part, standIn, at) : [part])),
    [text],
  )
  const isEmpty = (part: string | number) => part === ''
  return parts.every(isEmpty) ? [''] : parts.filter((part) => !isEmpty(part))
}

const split = (text: string, standIn: string, at: number): Pattern =>
  text.split(standIn).flatMap((part, index) => (index === 0 ? [part] : [at, part]))

export type FillStatements = (values: readonly string[]) => Statements

/** Null where a stand-in stands in a text, which is the same for all values. */
export function toFillStatements({ main, estimate }: Statements, standIns: readonly string[]): FillStatements | null {
  const fillMain = toFillStatement(main, standIns)
  const fillEstimate = estimate === null ? () => null : toFillStatement(estimate, standIns)
  if (fillMain === null || fillEstimate === null) return null
  return (values) => ({ main: fillMain(values), estimate: fillEstimate(values) })
}

function toFillStatement(statement: Statement, standIns: readonly string[]) {
  const { text, params = [] } = statement
  if (standIns.some((standIn) => text.includes(standIn))) return null
  const fills = params.map((parameter) => toFillParameter(parameter, standIns))
  return (values: readonly string[]): Statement => ({ ...statement, params: fills.map((fill) => fill(values)) })
}

const toFillParameter = (
  parameter: Parameter,
  standIns: readonly string[],
): ((values: readonly string[]) => Parameter) =>
  typeof parameter === 'string' ? toFillText(parameter, standIns) : () => parameter
