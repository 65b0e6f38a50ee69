/** Schemas of routes, compiled when a route is asked for the first time: all of them at once are a twentieth of a start. */
import { AjvCompiler } from '@fastify/ajv-compiler'

type Build = ReturnType<typeof AjvCompiler>
type Validate = ReturnType<ReturnType<Build>>

/** What Fastify makes validators with, for `schemaController`. A schema that cannot be compiled fails its first request. */
export function lazyValidators(): Build {
  const build = AjvCompiler()
  return (schemas, options) => {
    const compile = build(schemas, options)
    return (route) => whenAsked(() => compile(route))
  }
}

function whenAsked(compile: () => Validate): Validate {
  let compiled: Validate | undefined
  const validate = (data: unknown) => {
    compiled ??= compile()
    const isValid = compiled(data)
    // Where Fastify looks for what was wrong.
    Object.assign(validate, { errors: compiled.errors })
    return isValid
  }
  return validate as Validate
}
