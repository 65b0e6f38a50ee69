/** Reads single settings out of the environment and remembers every problem instead of stopping at the first. */

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

export type Environment = Readonly<Record<string, string | undefined>>

export interface TextRule {
  readonly expected: string
  readonly matches: RegExp
  /** The value is never shown. */
  readonly isSecret?: boolean
}

export interface WholeRange {
  readonly min: number
  readonly max: number
}

export class SettingsReader {
  readonly problems: SettingProblem[] = []
  readonly #environment: Environment

  constructor(environment: Environment) {
    this.#environment = environment
  }

  /** The trimmed value; an empty one counts as absent, as `NAME=` in a .env file means nothing. */
  read(variable: string): string | undefined {
    const value = this.#environment[variable]?.trim()
    return value === '' ? undefined : value
  }

  text(variable: string, rule: TextRule): string | undefined {
    const value = this.read(variable)
    if (value === undefined || rule.matches.test(value)) return value
    this.reject(variable, rule.isSecret ? 'does not have the right form' : `is ${JSON.stringify(value)}`, rule.expected)
    return undefined
  }

  oneOf<Choice extends string>(variable: string, choices: readonly Choice[], fallback: Choice): Choice {
    const value = this.read(variable)
    if (value === undefined) return fallback
    const choice = choices.find((candidate) => candidate === value.toLowerCase())
    if (choice === undefined) this.reject(variable, `is ${JSON.stringify(value)}`, `one of ${choices.join(', ')}`)
    return choice ?? fallback
  }

  whole(variable: string, range: WholeRange & { readonly fallback: number }): number {
    return this.wholeIfSet(variable, range) ?? range.fallback
  }

  wholeIfSet(variable: string, { min, max }: WholeRange): number | undefined {
    const value = this.read(variable)
    if (value === undefined) return undefined
    const number = /^\d+$/.test(value) ? Number(value) : NaN
    if (number >= min && number <= max) return number
    this.reject(variable, `is ${JSON.stringify(value)}`, `a whole number from ${min} to ${max}`)
    return undefined
  }

  flag(variable: string, fallback: boolean): boolean {
    return this.flagIfSet(variable) ?? fallback
  }

  flagIfSet(variable: string): boolean | undefined {
    const value = this.read(variable)?.toLowerCase()
    if (value === undefined) return undefined
    if (value === 'on' || value === 'true') return true
    if (value === 'off' || value === 'false') return false
    this.reject(variable, `is ${JSON.stringify(value)}`, 'on or off')
    return undefined
  }

  /** Empty where the variable is unset. */
  list(variable: string, separator = ','): string[] {
    const parts = this.read(variable)?.split(separator) ?? []
    return parts.map((part) => part.trim()).filter((part) => part !== '')
  }

  /** The first group of every variable that is set and matches. */
  names(pattern: RegExp): string[] {
    const set = Object.keys(this.#environment).filter((variable) => this.read(variable) !== undefined)
    return set.flatMap((variable) => pattern.exec(variable)?.[1] ?? [])
  }

  reject(variable: string, problem: string, expected: string): void {
    this.problems.push({ variable, problem, expected })
  }
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
