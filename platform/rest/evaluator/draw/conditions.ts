import type { Table } from '../model.ts'
import {
  type Condition,
  type Embed,
  type Field,
  type Logic,
  type Operator,
  patternOperators,
  rangeOperators,
  scalarOperators,
  setOperators,
} from '../request.ts'
import { isObject, Num, plainText, type Row, type Value } from '../value.ts'
/** Filters at random: every operator on the types that know it, negated, quantified, nested. */
import type { Dice } from './dice.ts'
import { someField } from './fields.ts'
import { likePattern, regularExpressions, valueLike } from './values.ts'

/** Where filters are drawn for: a table, its rows, and the embeds that may be tested for rows. */
export interface Ground {
  readonly table: Table
  readonly rows: readonly Row[]
  /** Columns that a filter cannot name, because an embed answers to the name. */
  readonly blocked: ReadonlySet<string>
  readonly embeds: readonly Embed[]
}

/** Columns of plain words, whose search needs no dictionary. */
const searchable = new Set(['authors.name', 'writers.writer_name', 'covers.artist', 'covers.colour'])
const words = ['ada', 'berg', 'eva', 'grey', 'luis', 'nobody', 'stone', 'rain']

function someCondition(dice: Dice, field: Field, ground: Ground): Condition {
  const { type } = field
  if (dice.chance(12)) return { kind: 'is', value: dice.pick(['null', 'not_null']) }
  if (type === 'bool') return boolCondition(dice, field, ground)
  if (type === 'texts' || type === 'range') return setCondition(dice, field, ground)
  if (type === 'json') return jsonCondition(dice, field, ground)
  if (type === 'other') return { kind: 'is', value: 'not_null' }
  if (type === 'text' && dice.chance(40)) return textCondition(dice, field, ground)
  return scalarCondition(dice, field, ground)
}

function scalarCondition(dice: Dice, field: Field, { rows }: Ground): Condition {
  const value = () => valueLike(dice, field, rows)
  const values = (max: number) => Array.from({ length: dice.upTo(max) }, value)
  switch (dice.upTo(9)) {
    case 0:
      return { kind: 'in', values: values(4) }
    case 1:
      return { kind: 'distinct', value: value() }
    case 2: {
      const nulls = dice.chance(15) ? [null] : []
      const operator = dice.pick(scalarOperators)
      return { kind: 'quantified', operator, quantifier: dice.pick(['any', 'all']), values: [...values(3), ...nulls] }
    }
    default:
      return { kind: 'compare', operator: dice.pick([...scalarOperators, 'neq']), value: value() }
  }
}

function boolCondition(dice: Dice, field: Field, ground: Ground): Condition {
  const value = valueLike(dice, field, ground.rows)
  if (dice.chance(50)) return { kind: 'is', value: dice.pick(['true', 'false', 'unknown']) }
  if (dice.chance(30)) return { kind: 'distinct', value }
  return { kind: 'compare', operator: dice.pick(['eq', 'neq']), value }
}

function setCondition(dice: Dice, field: Field, { rows }: Ground): Condition {
  const operators: readonly Operator[] = field.type === 'range' ? [...setOperators, ...rangeOperators] : setOperators
  return { kind: 'compare', operator: dice.pick([...operators, 'eq']), value: valueLike(dice, field, rows) }
}

/** Bare texts are no JSON: only objects, lists and numbers are compared with. */
function jsonCondition(dice: Dice, field: Field, { rows }: Ground): Condition {
  const value = valueLike(dice, field, rows)
  const number: Value = value instanceof Num ? value : new Num(dice.pick(['320', '210', '20', '1']))
  if (field.path.length > 0 && dice.chance(70)) {
    if (dice.chance(20)) return { kind: 'in', values: [number, new Num('180')] }
    return { kind: 'compare', operator: dice.pick([...scalarOperators, 'neq']), value: number }
  }
  const held = isObject(value) ? value : {}
  return { kind: 'compare', operator: dice.pick(['cs', 'cd']), value: held }
}

function textCondition(dice: Dice, field: Field, { table, rows }: Ground): Condition {
  const isSearchable = searchable.has(`${table.name}.${field.column}`) && field.path.length === 0
  if (isSearchable && dice.chance(50)) return searchCondition(dice)
  const operator = dice.pick(patternOperators)
  const isLike = operator === 'like' || operator === 'ilike'
  const pattern = () =>
    isLike ? likePattern(dice, plainText(valueLike(dice, field, rows))) : dice.pick(regularExpressions)
  if (dice.chance(25)) {
    const values = Array.from({ length: dice.upTo(2) + 1 }, pattern)
    return { kind: 'quantified', operator, quantifier: dice.pick(['any', 'all']), values }
  }
  return { kind: 'compare', operator, value: pattern() }
}

function searchCondition(dice: Dice): Condition {
  const operator = dice.pick(['fts', 'plfts', 'phfts', 'wfts'] as const)
  const group = () => dice.some(words, dice.upTo(1) + 1)
  const hasAlternatives = operator === 'fts' || operator === 'wfts'
  return { kind: 'search', operator, groups: hasAlternatives && dice.chance(50) ? [group(), group()] : [group()] }
}

function someLeaf(dice: Dice, ground: Ground): Logic | null {
  const tested = ground.embeds.filter(isTestable)
  if (tested.length > 0 && dice.chance(35))
    return { kind: 'embedded', embed: dice.pick(tested), isNull: dice.chance(50) }
  const field = someField(dice, ground.table, ground.blocked)
  if (field === null) return null
  return { kind: 'condition', field, isNegated: dice.chance(25), condition: someCondition(dice, field, ground) }
}

/** Whether an embed with a window or totals of its own "has rows" is a question of taste. */
const isTestable = ({ level }: Embed) =>
  level.limit === null && level.offset === 0 && level.items.every((item) => item.kind !== 'count')

function someLogic(dice: Dice, ground: Ground, depth: number): Logic | null {
  if (depth === 0 || dice.chance(70)) return someLeaf(dice, ground)
  const operands = Array.from({ length: dice.upTo(2) + 1 }, () => someLogic(dice, ground, depth - 1))
  const known = operands.filter((operand) => operand !== null)
  return known.length === 0 ? null : { kind: dice.pick(['or', 'and']), isNegated: dice.chance(25), operands: known }
}

/** At the root of a level: filters side by side. */
export function someWhere(dice: Dice, ground: Ground, most: number): Logic[] {
  const logics = Array.from({ length: dice.upTo(most) }, () => someLogic(dice, ground, 2))
  return logics.filter((logic) => logic !== null)
}
