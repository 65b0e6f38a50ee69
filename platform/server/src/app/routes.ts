/** Which addresses the app knows, as its build tells in `routes.json`: `{ "routes": ["/", "/books/:id"] }`. */

const form = /^(?:\/(?:\*|:?[\w.~-]*))+$/

export type KnowsPath = (path: string) => boolean

/** @throws {Error} when the file has another form */
export function compileRoutes(text: string): KnowsPath {
  const { routes } = JSON.parse(text) as { routes?: unknown }
  if (!Array.isArray(routes) || !routes.every((route) => typeof route === 'string' && form.test(route))) {
    throw new Error('routes.json must hold { "routes": ["/…"] }')
  }
  const patterns = routes.map((route: string) => new RegExp(`^${route.split('/').map(toPattern).join('/')}/?$`))
  return (path) => patterns.some((pattern) => pattern.test(path))
}

function toPattern(segment: string): string {
  if (segment === '*') return '.*'
  return segment.startsWith(':') ? '[^/]+' : segment.replaceAll('.', '\\.')
}
