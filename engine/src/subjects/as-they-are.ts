/** Drawings of many colours, which one more would spoil; and the colours that each has anyhow. */
export const AS_THEY_ARE: ReadonlyMap<string, readonly string[]> = new Map([
  ['gelede', ['multicolour']],
  ['thieboudienne', ['red', 'orange']],
  ['crescent-moon', ['gold', 'yellow']],
])
