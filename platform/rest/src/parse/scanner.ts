/** Reads a text from left to right; a failure says where, what was found and what was expected. */
import { requestErrors } from '../errors.ts'

const identifier = /[\p{L}\p{M}\p{N}_ $]+/uy
const jsonKey = /[^(:.,>)-]+(?:-(?!>)[^(:.,>)-]+)*/uy
const fieldName = /[\p{L}\p{M}\p{N}_ $]+(?:-(?!>)[\p{L}\p{M}\p{N}_ $]+)*/uy

export const fieldNameLabel = 'field name (* or [a..z0..9_$])'

const joinExpectations = (expected: readonly string[]) =>
  expected.length < 2 ? expected.join('') : `${expected.slice(0, -1).join(', ')} or ${expected[expected.length - 1]}`

export class Scanner {
  readonly text: string
  readonly what: string
  readonly shown: string
  position = 0

  /** @param what names the parameter in the error; `shown` replaces the text there when it was completed. */
  constructor(text: string, what: string, shown = text) {
    this.text = text
    this.what = what
    this.shown = shown
  }

  get isAtEnd(): boolean {
    return this.position >= this.text.length
  }

  peek(): string {
    return this.text.charAt(this.position)
  }

  startsWith(token: string): boolean {
    return this.text.startsWith(token, this.position)
  }

  skip(token: string): boolean {
    if (!this.startsWith(token)) return false
    this.position += token.length
    return true
  }

  skipSpace(): void {
    while (this.peek() === ' ' || this.peek() === '\t') this.position += 1
  }

  expect(token: string): void {
    if (!this.skip(token)) this.fail([`"${token}"`])
  }

  match(pattern: RegExp): string | null {
    pattern.lastIndex = this.position
    const found = pattern.exec(this.text)
    if (found === null) return null
    this.position = pattern.lastIndex
    return found[0]
  }

  identifier(): string | null {
    return this.match(identifier)?.trim() ?? null
  }

  /** Letters, digits, `_`, `$`, spaces and inner dashes; anything at all between double quotes. */
  name(expected: readonly string[] = [fieldNameLabel]): string {
    if (this.peek() === '"') return this.quoted()
    const found = this.match(fieldName)
    if (found === null) return this.fail(expected)
    return found.trim()
  }

  /** A key of JSON may hold all that ends no key. */
  jsonKey(): string {
    if (this.peek() === '"') return this.quoted()
    return this.match(jsonKey)?.trim() ?? this.fail(['any non reserved character different from: .,>()'])
  }

  quoted(): string {
    this.expect('"')
    let value = ''
    while (!this.isAtEnd) {
      const character = this.text.charAt(this.position)
      this.position += 1
      if (character === '"') return value
      value += character === '\\' ? this.text.charAt(this.position++) : character
    }
    return this.fail(['"\\""'])
  }

  fail(expected: readonly string[], unexpected?: string): never {
    const found = unexpected ?? (this.isAtEnd ? 'end of input' : `"${this.peek()}"`)
    return this.refuse(`unexpected ${found} expecting ${joinExpectations(expected)}`)
  }

  /** A failure in words of its own, at the present position. */
  refuse(details: string): never {
    throw requestErrors.unparsable(
      `"failed to parse ${this.what} (${this.shown})" (line 1, column ${this.position + 1})`,
      details,
    )
  }
}
