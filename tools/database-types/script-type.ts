/** A type of the database → the TypeScript type of its JSON on the wire. */

const scriptTypes: Readonly<Record<string, string>> = {
  bool: 'boolean',
  int2: 'number',
  int4: 'number',
  int8: 'number',
  float4: 'number',
  float8: 'number',
  numeric: 'number',
  json: 'Json',
  jsonb: 'Json',
  void: 'undefined',
}

export function scriptType(type: string): string {
  return type.startsWith('_') ? `${scriptType(type.slice(1))}[]` : (scriptTypes[type] ?? 'string')
}

/** A literal type of its words, or the type itself where there are none. */
export const wordsOr = (words: readonly string[] | null, type: string): string =>
  words === null ? type : words.map((word) => `'${word}'`).join(' | ')

export const orNull = (type: string, isNullable: boolean): string => (isNullable ? `${type} | null` : type)
