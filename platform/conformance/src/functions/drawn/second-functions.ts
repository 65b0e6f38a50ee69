/** The functions that the second draw calls, as in functions.ts; a package that is not to be installed here has a stand-in beside it. */

const headersOfClient = `import { corsHeaders } from "npm:@supabase/supabase-js@2/cors"`

const exists = `const exists = (path) => Deno.stat(path).then(() => true, () => false)`

/** Adds two numbers. */
const adds = 'AGFzbQEAAAABBwFgAn9/AX8DAgEABwcBA2FkZAAACgkBBwAgACABags='

export const secondFunctions: Readonly<Record<string, string | Buffer>> = {
  'std-user-worker/index.ts': `import { serve } from "https://deno.land/std@0.131.0/http/server.ts"
    const headers = { "Access-Control-Allow-Origin": "*", "Access-Control-Allow-Headers": "authorization, x-client-info, apikey" }
    serve(async (request: Request) => {
      if (request.method === "OPTIONS") return new Response("ok", { headers })
      const { name }: { name: string } = await request.json()
      const told = JSON.stringify({ message: "Hello " + name + " from foo!" })
      return new Response(told, { headers: { "Content-Type": "application/json", Connection: "keep-alive" } })
    }, { port: 9005 })`,
  'json-import/index.ts': `import file from "./version.json" assert { type: "json" }
    Deno.serve(() => Response.json({ version: file.version }))`,
  'json-import/version.json': `{ "version": "1.0.0" }`,
  'websocket-upgrade/index.ts': `Deno.serve((request) => {
      const { socket, response } = Deno.upgradeWebSocket(request)
      socket.onopen = () => socket.send("meow")
      socket.onmessage = ({ data }) => socket.send(data)
      return response
    })`,
  'decorator-tc39/index.ts': `const loud = (method: any, _context: unknown) => () => method() + "?"
    class Class {
      @loud
      static say() { return "meow" }
    }
    Deno.serve(() => new Response(Class.say()))`,
  'oak-with-jsr/index.ts': `import { Application } from "jsr:@oak/oak"
    new Application().listen({ port: 8000 })`,
  'use-tmp-fs/index.ts': `const file = await Deno.create("/tmp/drawn-meow")
    ${exists}
    export default {
      async fetch() {
        const written = await file.write(new TextEncoder().encode("meowmeow"))
        const content = await Deno.readTextFile("/tmp/drawn-meow")
        const steps = [await exists("/tmp/a/b/../../drawn-meow")]
        const deleted = await Deno.remove("/tmp/a/b/../../drawn-meow").then(() => true, () => false)
        steps.push(await exists("/tmp/a/b/c/../../drawn-meow"))
        return Response.json({ written, content, deleted, steps })
      },
    }`,
  'use-tmp-fs-2/index.ts': `const file = await Deno.create("/tmp/drawn-meow-2")
    ${exists}
    export default {
      async fetch() {
        await new Blob(["meow"]).stream().pipeTo(file.writable)
        const hadExisted = await exists("/tmp/a/b/../../drawn-meow-2")
        const path = await Deno.realPath("/tmp/a/b/c/../../../drawn-meow-2")
        const content = await Deno.readTextFile(path)
        await Deno.remove(path)
        return Response.json({ hadExisted, content })
      },
    }`,
  'use-tmp-fs-3/index.ts': `const file = await Deno.create("/tmp/drawn-meow-3")
    await file.write(new TextEncoder().encode("meowmeow"))
    const content = await Deno.readTextFile(Deno.realPathSync("/tmp/drawn-meow-3"))
    await Deno.remove("/tmp/drawn-meow-3")
    export default { fetch: () => new Response(null, { status: content === "meowmeow" ? 200 : 500 }) }`,
  'commonjs-no-type-field/package.json': `{ "name": "commonjs-no-type-field" }`,
  'commonjs-no-type-field/index.js': `const { say } = require("./say.js")
    Deno.serve(() => new Response(say()))`,
  'commonjs-no-type-field/say.js': `module.exports = { say: () => "meow" }`,
  'commonjs-hono/package.json': `{ "type": "commonjs", "dependencies": { "hono": "4", "@hono/node-server": "1" } }`,
  'commonjs-hono/index.js': `const { serve } = require("@hono/node-server")
    const { Hono } = require("hono")
    const app = new Hono()
    app.get("/commonjs-hono", (context) => context.text("meow"))
    serve(app)`,
  'commonjs-ws-websocket/package.json': `{ "type": "commonjs", "dependencies": { "ws": "8" } }`,
  'commonjs-ws-websocket/index.js': `const { WebSocketServer } = require("ws")
    new WebSocketServer({ port: 8080 }).on("connection", (socket) => {
      socket.send("meow")
      socket.on("message", (data) => socket.send(data.toString()))
    })`,
  'eszip-wasm/index.ts': `import { add } from "./add.wasm"
    Deno.serve(() => new Response(add(40, 2) === 42 ? "meow" : "no"))`,
  'eszip-wasm/add.wasm': Buffer.from(adds, 'base64'),
  'pin-package/index.ts': `import version from "npm:say-version@3.0.0"
    Deno.serve(() => new Response(version))`,
  'pin-package/node_modules/say-version/package.json': `{ "name": "say-version", "version": "3.0.1", "type": "module", "main": "index.js" }`,
  'pin-package/node_modules/say-version/index.js': `export default "3.0.1"`,
  'status/index.ts': `const started = Date.now()
    Deno.serve(() => Response.json({
      status: "ok", version: "1.0.0", timestamp: new Date().toISOString(),
      environment: Deno.env.get("ENVIRONMENT") ?? "development", uptime: Date.now() - started,
    }))`,
  'cors-validation/index.ts': `${headersOfClient}
    Deno.serve((request) => request.method === "OPTIONS"
      ? new Response(null, { status: 204, headers: corsHeaders })
      : Response.json({ corsEnabled: true, receivedHeaders: Object.fromEntries(request.headers) }, { headers: corsHeaders }))`,
}
