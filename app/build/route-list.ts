import type { Plugin } from 'vite'

import { paths } from '../src/navigation/paths.ts'

/** Writes routes.json: the paths that the app knows, so that the server answers 404 for every other one. */
export function routeList(): Plugin {
  return {
    name: 'route-list',
    generateBundle() {
      const routes = Object.values(paths)
        .filter((path) => path !== paths.notFound)
        .map((path) => path.replaceAll('$', ':'))
      this.emitFile({ type: 'asset', fileName: 'routes.json', source: JSON.stringify({ routes }) })
    },
  }
}
