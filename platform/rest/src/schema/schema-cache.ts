/** Keeps the schema at hand, and reads it anew when the database says that it changed. */
import type { Databases } from '@platform/database'
import type { Observe } from '@platform/http'

import type { RestConfig } from '../config.ts'
import { serverErrors } from '../errors.ts'
import type { RestEvent } from '../events.ts'
import { buildSchema } from './build.ts'
import { readCatalogue } from './catalogue.ts'
import type { Schema } from './schema.ts'

interface SchemaCacheParts {
  readonly databases: Databases
  readonly config: RestConfig
  readonly observe: Observe<RestEvent>
}

export class SchemaCache implements AsyncDisposable {
  readonly #parts: SchemaCacheParts
  #schema: Schema | null = null
  #loading: Promise<Schema> | null = null
  #isStale = false
  #starting: Promise<void> | null = null
  #listener: AsyncDisposable | null = null

  constructor(parts: SchemaCacheParts) {
    this.#parts = parts
  }

  /** Listens on `pgrst` first and loads then, so that no change falls between the two. */
  start(): Promise<void> {
    this.#starting ??= this.#begin()
    return this.#starting
  }

  async #begin(): Promise<void> {
    const { databases } = this.#parts
    this.#listener = await databases.system.listen('pgrst', (payload) => {
      if (payload !== 'reload config') this.reload()
    })
    await this.load().catch(() => undefined)
  }

  /** Null until the first load. */
  current(): Schema | null {
    return this.#schema
  }

  /** Until the new schema is there, requests are planned with the old one. */
  reload(): void {
    if (this.#loading !== null) this.#isStale = true
    else void this.load().catch(() => undefined)
  }

  async [Symbol.asyncDispose](): Promise<void> {
    await this.#starting?.catch(() => undefined)
    await this.#listener?.[Symbol.asyncDispose]()
    await this.#loading?.catch(() => undefined)
  }

  /** @throws {RestError} PGRST002 while the database cannot be asked */
  load(): Promise<Schema> {
    this.#loading ??= this.#read().finally(() => {
      this.#loading = null
      if (this.#isStale) {
        this.#isStale = false
        this.reload()
      }
    })
    return this.#loading
  }

  async #read(): Promise<Schema> {
    const { databases, config, observe } = this.#parts
    const started = performance.now()
    try {
      const schema = buildSchema(await readCatalogue(databases.system, config.schemas))
      this.#schema = schema
      observe({
        kind: 'rest.schema-loaded',
        tables: schema.tables.size,
        routines: schema.routines.size,
        ms: performance.now() - started,
      })
      return schema
    } catch (error) {
      observe({ kind: 'rest.schema-failed', error })
      throw serverErrors.schemaCache(error)
    }
  }
}
