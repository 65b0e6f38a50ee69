/** The functions that the drawn cases call, by the names of the originals', in our words: file by file. */

const headersOfClient = `import { corsHeaders } from "npm:@supabase/supabase-js@2/cors"`

/** Answers what reached it. */
const mirror = `import { serve } from "https://deno.land/std/http/server.ts"
  const textOf = (bytes) => new TextDecoder().decode(bytes)
  const read = {
    json: (request) => request.json(),
    form: async (request) => [...(await request.formData()).entries()],
    blob: async (request) => (await request.blob()).text(),
    arrayBuffer: async (request) => textOf(await request.arrayBuffer()),
  }
  serve(async (request: Request) => {
    const kind = request.headers.get("response-type") ?? "text"
    const body = await (read[kind]?.(request) ?? request.text())
    const { url, method } = request
    const told = JSON.stringify({ url, method, headers: [...request.headers], body })
    const type = { json: "application/json", form: "application/json", text: "text/plain" }[kind]
    return new Response(told, { headers: { "content-type": type ?? "application/octet-stream" } })
  })`

const meow = `Deno.serve(() => new Response("meow"))`

export const functions: Readonly<Record<string, string>> = {
  'hello/index.ts': `import { serve } from "https://deno.land/std/http/server.ts"
    serve(() => new Response("Hello World"))`,
  'mirror/index.ts': mirror,
  'slow/index.ts': `import { serve } from "https://deno.land/std/http/server.ts"
    serve(async () => {
      await new Promise((done) => setTimeout(done, 3000))
      return new Response("Slow Response")
    })`,
  'greet/index.ts': `Deno.serve(async (request) => {
      const { name = "World" } = await request.json()
      return Response.json({ message: "Hello " + name + "!", timestamp: new Date().toISOString() })
    })`,
  'cors-http-methods/index.ts': `${headersOfClient}
    Deno.serve((request) => request.method === "OPTIONS"
      ? new Response(null, { status: 204, headers: corsHeaders })
      : Response.json({ method: request.method, success: true }, { headers: corsHeaders }))`,
  'cors-errors/index.ts': `${headersOfClient}
    Deno.serve((request) => {
      if (request.method === "OPTIONS") return new Response(null, { status: 204, headers: corsHeaders })
      const kind = new URL(request.url).searchParams.get("error")
      const status = { "bad-request": 400, unauthorized: 401, "not-found": 404, "server-error": 500 }[kind]
      return Response.json({ error: kind }, { status, headers: corsHeaders })
    })`,
  'readable-stream-resp/index.ts': `const body = () => new ReadableStream({
      start(controller) {
        controller.enqueue(new TextEncoder().encode("Hello world from streams"))
        controller.close()
      },
    })
    Deno.serve(() => new Response(body(), { headers: { "content-type": "text/plain" } }))`,
  'with-import-map/index.ts': `import { words } from "words"
    Deno.serve(() => Response.json(words))`,
  'with-import-map/deno.json': `{ "imports": { "words": "./said.ts" } }`,
  'with-import-map/said.ts': `export const words = { message: "ok" }`,
  'with-import-map-2/index.ts': `import { words } from "words/said.ts"
    Deno.serve(() => Response.json(words))`,
  'with-import-map-2/deno.json': `{ "importMap": "./maps/import_map.json" }`,
  'with-import-map-2/maps/import_map.json': `{ "imports": { "words/": "./words/" } }`,
  'with-import-map-2/maps/words/said.ts': `export const words = { message: "ok" }`,
  'jsx/index.ts': `import page from "./page.tsx"
    Deno.serve(() => Response.json(page))`,
  'jsx/page.tsx': `export default <div>Hello</div>`,
  'empty-response/index.ts': `Deno.serve(() => new Response(null, { status: 204 }))`,
  'oak/index.ts': `import { Application } from "https://deno.land/x/oak@v12.6.1/mod.ts"
    new Application().listen({ port: 8000 })`,
  'node-server/index.ts': `import { createServer } from "node:http"
    createServer((_, answer) => answer.end("dot")).listen(9999)`,
  'invalid-imports/index.ts': `import x from "./nowhere.ts"
    Deno.serve(() => new Response(x))`,
  'jsx/deno.jsonc': `{
      // Whose elements they are.
      "compilerOptions": { "jsx": "react", "jsxImportSource": "https://esm.sh/react" },
    }`,
  'decorator-typescript/deno.json': `{ "compilerOptions": { "experimentalDecorators": true, "emitDecoratorMetadata": true } }`,
  'decorator-typescript/index.ts': `function loud(_target: any, _name: string, of: PropertyDescriptor) {
      const plain = of.value
      of.value = function (...given: any[]) { return plain.call(this, ...given) + "?" }
      return of
    }
    class Class {
      @loud
      say() { return "meow" }
    }
    Deno.serve(() => new Response(new Class().say()))`,
  'chunked/index.ts': `Deno.serve(() => new Response(new ReadableStream({
      start(controller) { controller.enqueue(new TextEncoder().encode("m")) },
    })))`,
  'fastify-v4/index.ts': `import fastify from "npm:fastify@4"
    const app = fastify()
    app.get("/fastify-v4", async () => "meow")
    app.listen({ port: 9998, host: "127.0.0.1" })`,
  'graph-error-1/index.ts': `import { Application } from "oak"
    Deno.serve(() => new Response(String(Application)))`,
  'graph-error-2/index.ts': `import { words } from "./not-there.ts"
    Deno.serve(() => new Response(words))`,
  'serve-js/index.js': meow,
  'serve-declarative-style-js/index.js': `export default { fetch: () => new Response("meow") }`,
  'commonjs-custom-main/package.json': `{ "type": "commonjs", "main": "./main/entry.js" }`,
  'commonjs-custom-main/main/entry.js': `const { say } = require("./say.js")
    Deno.serve(() => new Response(say()))`,
  'commonjs-custom-main/main/say.js': `module.exports = { say: () => "meow" }`,
  'commonjs-workspace/package.json': `{ "type": "commonjs", "workspaces": ["./packages/*"] }`,
  'commonjs-workspace/index.js': `const [cat, dog] = [require("cat"), require("dog")]
    Deno.serve(() => Response.json({ cat: cat.say(), dog: dog.say() }))`,
  'commonjs-workspace/packages/cat/package.json': `{ "name": "cat", "main": "index.js" }`,
  'commonjs-workspace/packages/cat/index.js': `exports.say = () => "meow"`,
  'commonjs-workspace/packages/dog/package.json': `{ "name": "dog", "main": "index.js" }`,
  'commonjs-workspace/packages/dog/index.js': `exports.say = () => "bark"`,
  'byonm-typescript/package.json': `{ "type": "module", "dependencies": { "say-it": "1.0.0" } }`,
  'byonm-typescript/index.ts': `import { say } from "say-it"
    const words: string = say()
    Deno.serve(() => new Response(words))`,
  'byonm-typescript/node_modules/say-it/package.json': `{ "name": "say-it", "type": "module", "main": "index.js" }`,
  'byonm-typescript/node_modules/say-it/index.js': `export const say = () => "meow"`,
  'workspace/deno.json': `{ "workspace": ["./cat", "./dog", "./sheep"] }`,
  'workspace/index.ts': `import { say as cat } from "@meow/cat"
    import { say as dog } from "@meow/dog"
    import { say as sheep } from "@meow/sheep"
    Deno.serve(() => Response.json({ cat: cat(), dog: dog(), sheep: sheep() }))`,
  ...member('cat', 'meow', `"./mod.ts"`),
  ...member('dog', 'bark', `{ ".": "./mod.ts" }`),
  ...member('sheep', 'howl', `"./mod.ts"`),
}

function member(name: string, says: string, exports: string): Record<string, string> {
  return {
    [`workspace/${name}/deno.json`]: `{ "name": "@meow/${name}", "exports": ${exports} }`,
    [`workspace/${name}/mod.ts`]: `export const say = (): string => "${says}"`,
  }
}
