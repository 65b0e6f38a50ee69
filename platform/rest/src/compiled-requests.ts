/** Requests that come again and again are parsed, planned and written once, whatever ids, times and rows they bring. */
import type { RestLimits } from './config.ts'
import type { HttpRequest } from './parse/request.ts'
import { type RequestShape, shapeOf } from './request-shape.ts'
import type { Schema } from './schema/schema.ts'

const kept = 500
/** Of what they are known by: a long list of columns weighs a hundred times its letters. */
const mostCharacters = 400_000

/** Puts values in the places of the stand-ins, in their order. */
export type Fill<Compiled> = (values: readonly string[]) => Compiled

export interface Compiler<Compiled> {
  compile(http: HttpRequest): Compiled
  /** Null where a stand-in went elsewhere than to PostgreSQL as a value. */
  toFill(compiled: Compiled, standIns: readonly string[]): Fill<Compiled> | null
}

/**
 * The least recently used makes room, and all do for a new schema. Everything but the answer depends on the shape and
 * the schema alone; who asks comes in later, with the session.
 */
export class CompiledRequests<Compiled> {
  readonly #entries = new Map<string, Fill<Compiled>>()
  #characters = 0
  #schema: Schema | null = null
  readonly #limits: RestLimits
  readonly #compiler: (schema: Schema) => Compiler<Compiled>

  constructor(limits: RestLimits, compiler: (schema: Schema) => Compiler<Compiled>) {
    this.#limits = limits
    this.#compiler = compiler
  }

  get(http: HttpRequest, schema: Schema): Compiled {
    const shape = shapeOf(http, this.#limits)
    if (shape === null) return this.#compiler(schema).compile(http)
    if (this.#schema !== schema) this.#startWith(schema)
    const fill = this.#entries.get(shape.key) ?? this.#prepare(shape, schema)
    if (fill === null) return this.#compiler(schema).compile(http)
    this.#keep(shape.key, fill)
    return fill(shape.values)
  }

  #startWith(schema: Schema): void {
    this.#entries.clear()
    this.#characters = 0
    this.#schema = schema
  }

  /** As the one that was used last. */
  #keep(key: string, fill: Fill<Compiled>): void {
    this.#drop(key)
    this.#entries.set(key, fill)
    this.#characters += key.length
    for (const oldest of this.#entries.keys()) {
      if (this.#entries.size <= kept && this.#characters <= mostCharacters) return
      this.#drop(oldest)
    }
  }

  #drop(key: string): void {
    if (this.#entries.delete(key)) this.#characters -= key.length
  }

  #prepare({ template, standIns }: RequestShape, schema: Schema): Fill<Compiled> | null {
    const compiler = this.#compiler(schema)
    if (standIns.length > 0) return prepareTemplate(compiler, template(), standIns)
    const compiled = compiler.compile(template())
    return () => compiled
  }
}

/** What is refused is refused again, with its own words instead of the stand-ins. */
function prepareTemplate<Compiled>(
  compiler: Compiler<Compiled>,
  template: HttpRequest,
  standIns: readonly string[],
): Fill<Compiled> | null {
  try {
    return compiler.toFill(compiler.compile(template), standIns)
  } catch {
    return null
  }
}
