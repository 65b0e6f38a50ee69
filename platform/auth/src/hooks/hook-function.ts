/** A product's function that auth asks, as the hosted service names it: `pg-functions://postgres/<schema>/<function>`. */

export interface HookFunction {
  readonly schema: string
  readonly name: string
}

const FORM = /^pg-functions:\/\/[^/]*\/([A-Za-z_][\w$]{0,62})\/([A-Za-z_][\w$]{0,62})$/

/** Null for anything that is no such address. */
export function parseHookUri(uri: string): HookFunction | null {
  const [, schema, name] = FORM.exec(uri) ?? []
  return schema === undefined || name === undefined ? null : { schema, name }
}

export function hookUri({ schema, name }: HookFunction): string {
  return `pg-functions://postgres/${schema}/${name}`
}
