/** Which statements are worth preparing: those asked for more than once lately. */
import { hash } from 'node:crypto'

import type { Statement } from '@platform/database'

const remembered = 1000

/**
 * Two generations of recently seen texts. A text seen once stays unnamed, so that a stream of one-off queries does
 * not push the frequent ones out of the connections' prepared statements.
 */
export class StatementNames {
  #recent = new Map<string, string | null>()
  #older = new Map<string, string | null>()

  name(statement: Statement): Statement {
    const { text } = statement
    const known = this.#recent.get(text) ?? this.#older.get(text)
    const isKnown = known !== undefined || this.#recent.has(text) || this.#older.has(text)
    const name = known ?? (isKnown ? `rest_${hash('sha256', text, 'base64url')}` : null)
    this.#remember(text, name)
    return name === null ? statement : { ...statement, name }
  }

  #remember(text: string, name: string | null): void {
    if (this.#recent.get(text) === name && name !== null) return
    this.#recent.set(text, name)
    if (this.#recent.size < remembered) return
    this.#older = this.#recent
    this.#recent = new Map()
  }
}
