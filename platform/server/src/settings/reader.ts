/** Reads an environment by tables of settings, and remembers every problem instead of stopping at the first. */

import process from 'node:process'

export type Environment = Readonly<Record<string, string | undefined>>

export const ownEnvironment: Environment = process.env

/** How the text of a setting becomes a value. */
export interface Form<Value> {
  /** Which texts have it, in the words of refusals and of the documents. */
  readonly expected: string
  /** The text is never shown. */
  readonly isSecret?: boolean
  /** Undefined refuses the text. */
  parse(text: string): Value | undefined
  /** What is wrong with a refused text, where showing all of it would not say, or is not allowed. */
  faultOf?(text: string): string
}

export interface Setting<Value = unknown> {
  readonly name: string
  readonly form: Form<Value>
  /** What it is while nobody sets it; without one, undefined. */
  readonly default?: Value
  /** One sentence: what it decides. */
  readonly words: string
  /** What holds while nobody sets it, where no default says so. */
  readonly unset?: string
}

export type SettingTable = Readonly<Record<string, Setting>>

type ValueOf<Declared> = Declared extends { readonly form: Form<infer Value> }
  ? Declared extends { readonly default: unknown }
    ? Value
    : Value | undefined
  : never

export type ValuesOf<Table extends SettingTable> = { readonly [Key in keyof Table]: ValueOf<Table[Key]> }

/** Settings that belong together. */
export interface Area<Table extends SettingTable = SettingTable> {
  readonly title: string
  readonly settings: Table
  /** Refuses what no single text shows to be wrong. */
  check?(values: ValuesOf<Table>, refusals: Refusals): void
  /** What whoever starts the server reads of it: a name, and what is the case. */
  note?(values: ValuesOf<Table>): readonly [name: string, fact: string]
}

export interface Refusals {
  isSet(variable: string): boolean
  reject(variable: string, problem: string, expected: string): void
  /** Refuses where it is unset, because of another one that is set. */
  require(setting: Setting, because: string): void
}

export interface SettingProblem {
  readonly variable: string
  readonly problem: string
  readonly expected: string
}

/** All that is wrong with the settings, at once. Its message never holds the value of a secret. */
export class SettingsError extends Error {
  override readonly name = 'SettingsError'
  readonly problems: readonly SettingProblem[]

  constructor(problems: readonly SettingProblem[]) {
    super(describe(problems))
    this.problems = problems
  }
}

export class SettingsReader implements Refusals {
  readonly problems: SettingProblem[] = []
  readonly #environment: Environment

  constructor(environment: Environment) {
    this.#environment = environment
  }

  /** What is refused has its default, and is remembered as a problem. */
  read<Table extends SettingTable>(table: Table): ValuesOf<Table> {
    const values = Object.entries(table).map(([key, setting]) => [key, this.#valueOf(setting)])
    return Object.fromEntries(values) as ValuesOf<Table>
  }

  readArea<Table extends SettingTable>(area: Area<Table>): ValuesOf<Table> {
    const values = this.read(area.settings)
    area.check?.(values, this)
    return values
  }

  /** The first group of every variable that is set and matches. */
  names(pattern: RegExp): string[] {
    const set = Object.keys(this.#environment).filter((variable) => this.isSet(variable))
    return set.flatMap((variable) => pattern.exec(variable)?.[1] ?? [])
  }

  reject(variable: string, problem: string, expected: string): void {
    this.problems.push({ variable, problem, expected })
  }

  isSet(variable: string): boolean {
    return this.#textOf(variable) !== undefined
  }

  require({ name, form }: Setting, because: string): void {
    if (!this.isSet(name)) this.reject(name, `is missing beside ${because}`, form.expected)
  }

  #valueOf({ name, form, ...setting }: Setting): unknown {
    const text = this.#textOf(name)
    const value = text === undefined ? undefined : form.parse(text)
    if (text !== undefined && value === undefined) this.reject(name, faultOf(form, text), form.expected)
    return value ?? setting.default
  }

  /** Trimmed; an empty one counts as absent, as `NAME=` in a .env file means nothing. */
  #textOf(name: string): string | undefined {
    return this.#environment[name]?.trim() || undefined
  }
}

/** @throws {SettingsError} */
export function readSettings<Table extends SettingTable>(
  table: Table,
  environment: Environment = ownEnvironment,
): ValuesOf<Table> {
  const reader = new SettingsReader(environment)
  const values = reader.read(table)
  if (reader.problems.length > 0) throw new SettingsError(reader.problems)
  return values
}

/** @throws {SettingsError} */
export function readSetting<Declared extends Setting>(setting: Declared, environment?: Environment): ValueOf<Declared> {
  return readSettings({ setting }, environment).setting
}

/** Its `check` and its `note` know the values of its own table. */
export function area<Table extends SettingTable>(declared: Area<Table>): Area<Table> {
  return declared
}

/** Whatever somebody else's system gave us. */
export function anyOf(expected: string): Form<string> {
  return { expected, parse: (given) => given }
}

export const anyText = anyOf('any text')

export function text(matches: RegExp, expected: string): Form<string> {
  return { expected, parse: (given) => (matches.test(given) ? given : undefined) }
}

export function secret(expected: string, matches = /^\S+$/): Form<string> {
  return { ...text(matches, expected), isSecret: true }
}

export function webAddress(expected = 'https://host'): Form<string> {
  return text(/^https?:\/\/[^\s/]+(?:\/\S*)?$/, expected)
}

export const onOff: Form<boolean> = {
  expected: 'on or off',
  parse: (given) => (/^(?:on|true)$/i.test(given) ? true : /^(?:off|false)$/i.test(given) ? false : undefined),
}

export function choice<const Choice extends string>(choices: readonly Choice[]): Form<Choice> {
  return {
    expected: `one of ${choices.join(', ')}`,
    parse: (given) => choices.find((known) => known === given.toLowerCase()),
  }
}

export function whole(min: number, max: number, unit?: string): Form<number> {
  return {
    expected: `a whole number${unit === undefined ? '' : ` of ${unit}`} from ${min} to ${max}`,
    parse: (given) => {
      const number = /^\d+$/.test(given) ? Number(given) : NaN
      return number >= min && number <= max ? number : undefined
    },
  }
}

interface ListWords {
  readonly separator?: string
  readonly expected: string
}

/** Parts of one form; empty ones count as absent. */
export function list<Part>(of: Form<Part>, { separator = ',', expected }: ListWords): Form<readonly Part[]> {
  const partsOf = (given: string) => given.split(separator).flatMap((part) => part.trim() || [])
  return {
    expected,
    parse: (given) => {
      const parts = partsOf(given).map((part) => of.parse(part))
      return parts.every((part) => part !== undefined) ? parts : undefined
    },
    faultOf: (given) => `holds ${JSON.stringify(partsOf(given).find((part) => of.parse(part) === undefined))}`,
  }
}

/** An address with somebody's name in it, and what follows. */
const holdsPassword = /\/\/\S*@/

function faultOf(form: Form<unknown>, given: string): string {
  const isHidden = form.isSecret || holdsPassword.test(given)
  return form.faultOf?.(given) ?? (isHidden ? 'does not have the right form' : `is ${JSON.stringify(given)}`)
}

function describe(problems: readonly SettingProblem[]): string {
  const width = Math.max(...problems.map(({ variable }) => variable.length))
  const lines = problems.map(
    ({ variable, problem, expected }) =>
      `  ${variable.padEnd(width)}  ${problem}\n  ${' '.repeat(width)}  expected: ${expected}`,
  )
  const title = problems.length === 1 ? 'One setting is wrong:' : `${problems.length} settings are wrong:`
  return [title, ...lines].join('\n')
}
