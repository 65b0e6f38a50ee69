/** Which properties of a style may decide the same thing: of two rules that name such, the later counts. */

/** Said by one word for several of them, or in both ways of naming a side. */
const families: readonly (readonly [RegExp, string])[] = [
  [/^(?:inset|top|right|bottom|left)(?:-.*)?$/, 'inset'],
  [/^border.*radius$/, 'radius'],
  [/^(?:align|justify|place)-(items|content|self)$/, '$1'],
  [/^(?:gap|row-gap|column-gap)$/, 'gap'],
  [/^flex-(?:direction|wrap|flow)$/, 'flow'],
  [/^(font|line)-(?:size|style|weight|family|stretch|variant.*|height)$/, 'font'],
  [
    /^(padding|margin|border|flex|grid|background|transition|animation|mask|outline|columns|overflow|overscroll)(?:-.*)?$/,
    '$1',
  ],
  [/^(scroll-margin|scroll-padding|list-style|text-decoration|contain)(?:-.*)?$/, '$1'],
  [/^(?:min-|max-)?(?:inline-size|width)$/, 'width'],
  [/^(?:min-|max-)?(?:block-size|height)$/, 'height'],
]

/** The name under which a property may meet others. */
export function familyOf(property: string): string {
  if (property.startsWith('--')) return property
  const plain = property.replace(/^-(?:webkit|moz|ms)-/, '')
  const [pattern, name] = families.find(([one]) => one.test(plain)) ?? []
  return pattern === undefined || name === undefined ? plain : plain.replace(pattern, name)
}
