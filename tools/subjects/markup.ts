/** One element of an SVG drawing. */
export interface Element {
  readonly tag: string
  readonly attributes: Readonly<Record<string, string>>
  readonly children: Element[]
}

/** Reads the plain markup of the icon package: elements and attributes, no text, no entities. */
export function parseMarkup(body: string): Element {
  const root: Element = { tag: 'svg', attributes: {}, children: [] }
  const open: Element[] = [root]
  for (const [, closing, tag, rest, own] of body.matchAll(/<(\/?)(\w+)([^>]*?)(\/?)>/g)) {
    if (closing) {
      open.pop()
      continue
    }
    const pairs = [...rest!.matchAll(/([\w:-]+)="([^"]*)"/g)].map(([, name, value]) => [name!, value!] as const)
    const element: Element = { tag: tag!, attributes: Object.fromEntries(pairs), children: [] }
    open.at(-1)!.children.push(element)
    if (!own) open.push(element)
  }
  return root
}
