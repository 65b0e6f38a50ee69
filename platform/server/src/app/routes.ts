/** Which addresses the app knows, as its build tells in `routes.json`: `{ "routes": ["/", "/books/:id"] }`. */

const form = /^(?:\/(?:\*|:?[\w.~-]*))+$/

export type KnowsPath = (path: string) => boolean

/** @throws {Error} when the file has another form */
export function compileRoutes(text: string): KnowsPath {
  const { routes } = JSON.parse(text) as { routes?: unknown }
  if (!Array.isArray(routes) || !routes.every(isRoute)) throw new Error('routes.json must hold { "routes": ["/…"] }')
  return compilePaths(routes)
}

export const isRoute = (value: unknown): value is string => typeof value === 'string' && form.test(value)

export function compilePaths(routes: readonly string[]): KnowsPath {
  const patterns = routes.map((route) => new RegExp(`^${route.split('/').map(toPattern).join('/')}/?$`))
  return (path) => patterns.some((pattern) => pattern.test(path))
}

function toPattern(segment: string): string {
  if (segment === '*') return '.*'
  return segment.startsWith(':') ? '[^/]+' : segment.replaceAll('.', '\\.')
}
