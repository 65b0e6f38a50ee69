/** Requests that come again and again are parsed, planned and written once, whatever ids, times and rows they bring. */
import type { RestLimits } from './config.ts'
import type { HttpRequest } from './parse/request.ts'
import { type RequestShape, shapeOf } from './request-shape.ts'
import type { Schema } from './schema/schema.ts'

const kept = 500

/** Puts values in the places of the stand-ins, in their order. */
export type Fill<Compiled> = (values: readonly string[]) => Compiled

export interface Compiler<Compiled> {
  compile(http: HttpRequest): Compiled
  /** Null where a stand-in went elsewhere than to PostgreSQL as a value. */
  toFill(compiled: Compiled, standIns: readonly string[]): Fill<Compiled> | null
}

interface Entry<Compiled> {
  readonly schema: Schema
  readonly fill: Fill<Compiled>
}

/**
 * The least recently used makes room. Everything but the answer depends on the shape and the schema alone; who asks
 * comes in later, with the session.
 */
export class CompiledRequests<Compiled> {
  readonly #entries = new Map<string, Entry<Compiled>>()
  readonly #limits: RestLimits
  readonly #compiler: (schema: Schema) => Compiler<Compiled>

  constructor(limits: RestLimits, compiler: (schema: Schema) => Compiler<Compiled>) {
    this.#limits = limits
    this.#compiler = compiler
  }

  get(http: HttpRequest, schema: Schema): Compiled {
    const shape = shapeOf(http, this.#limits)
    if (shape === null) return this.#compiler(schema).compile(http)
    const known = this.#entries.get(shape.key)
    if (known !== undefined) this.#entries.delete(shape.key)
    const fill = known?.schema === schema ? known.fill : this.#prepare(shape, schema)
    if (fill === null) return this.#compiler(schema).compile(http)
    this.#entries.set(shape.key, { schema, fill })
    if (this.#entries.size > kept) this.#entries.delete(this.#entries.keys().next().value ?? '')
    return fill(shape.values)
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
