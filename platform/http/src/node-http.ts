/** NOTE: `import` of it reads all that it exports, the built-in `fetch` among it: ten times as long, before anybody is served. */
export const nodeHttp = process.getBuiltinModule('node:http')
