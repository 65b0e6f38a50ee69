/**
 * Schemas of routes, compiled when a route is asked for the first time: all of them at once are a twentieth of a start, and
 * what compiles them is ninety files.
 */
import { createRequire } from 'node:module'

import type { AjvCompiler } from '@fastify/ajv-compiler'
import type { SerializerFactory, SerializerSelector } from '@fastify/fast-json-stringify-compiler'

type Build = ReturnType<typeof AjvCompiler>
type Validate = ReturnType<ReturnType<Build>>

/** NOTE: `require`, because a validator answers at once. */
const require = createRequire(import.meta.url)

/** What Fastify makes validators with, for `schemaController`. A schema that cannot be compiled fails its first request. */
export function lazyValidators(): Build {
  const build = once((): Build => {
    const compiler = require('@fastify/ajv-compiler') as { readonly AjvCompiler: typeof AjvCompiler }
    return compiler.AjvCompiler()
  })
  return (schemas, options) => {
    const compile = once(() => build()(schemas, options))
    return (route) => whenAsked(() => compile()(route))
  }
}

/** What Fastify makes serializers with, loaded with the first route that says what it answers. */
export function lazySerializers(): SerializerFactory {
  const build = once(() => {
    const compiler = require('@fastify/fast-json-stringify-compiler') as {
      SerializerSelector: typeof SerializerSelector
    }
    return compiler.SerializerSelector()
  })
  return (schemas, options) => {
    const compile = once(() => build()(schemas, options))
    return (route) => compile()(route)
  }
}

function once<T>(make: () => T): () => T {
  let made: T | undefined
  return () => (made ??= make())
}

function whenAsked(compile: () => Validate): Validate {
  const compiled = once(compile)
  const validate = (data: unknown) => {
    const own = compiled()
    const isValid = own(data)
    // Where Fastify looks for what was wrong.
    Object.assign(validate, { errors: own.errors })
    return isValid
  }
  return validate as Validate
}
