/** The functions that the last draw calls, as in functions.ts; the packages that they import are the real ones, but for `is-even`. */

/** Adds two numbers. */
const adds = Buffer.from('AGFzbQEAAAABBwFgAn9/AX8DAgEABwcBA2FkZAAACgkBBwAgACABags=', 'base64')

const headersOfClient = `import { corsHeaders } from "npm:@supabase/supabase-js@2/cors"`

const commonjs = `{ "type": "commonjs" }`

export const thirdFunctions: Readonly<Record<string, string | Buffer>> = {
  'npm/index.ts': `import isEven from "npm:is-even"
    import { hello } from "./hello.js"
    import { numbers } from "./folder1/folder2/numbers.ts"
    Deno.serve(async () => Response.json({ is_even: isEven(10), hello, numbers }))`,
  'npm/node_modules/is-even/index.js': `module.exports = (number) => number % 2 === 0`,
  'npm/hello.js': `export const hello = ""`,
  'npm/folder1/folder2/numbers.ts': `export const numbers = { Uno: 1, Dos: 2 }`,
  'slow_resp/index.ts': `Deno.serve(async () => {
      console.log("begun")
      await new Promise((done) => setTimeout(done, 200))
      return new Response("meow: done")
    })`,
  'websocket-upgrade-node/index.ts': `import { createServer } from "node:http"
    import { WebSocketServer } from "npm:ws"
    const sockets = new WebSocketServer({ noServer: true })
    sockets.on("connection", (socket) => {
      socket.send("meow")
      socket.on("message", (data) => socket.send(data.toString()))
    })
    const server = createServer()
    server.on("upgrade", (request, connection, head) => {
      sockets.handleUpgrade(request, connection, head, (socket) => sockets.emit("connection", socket, request))
    })
    server.listen(8080)`,
  'fastify-latest/index.ts': `import fastify from "npm:fastify"
    const app = fastify()
    app.get("/fastify-latest", async () => "meow")
    app.listen({ port: 9999, host: "127.0.0.1" })`,
  'serve-declarative-style/index.ts': `export default { fetch: () => new Response("meow") }`,
  'wasm-module/index.ts': `import { add } from "./add.wasm"
    const bytes = await Deno.readFile(new URL("./add.wasm", import.meta.url))
    const { instance } = await WebAssembly.instantiate(bytes)
    Deno.serve(() => new Response(String(add(1, 1) + instance.exports.add(1, 0))))`,
  'wasm-module/add.wasm': adds,
  'issue-420/index.ts': `import * as _meow from "npm:hono@4.13.19"
    export default { fetch: () => new Response(import.meta.resolve("npm:hono@4.13.19")) }`,
  'commonjs/package.json': commonjs,
  'commonjs/index.js': `const { say } = require("./say")
    Deno.serve(() => new Response(say()))`,
  'commonjs/say.js': `exports.say = () => "meow"`,
  'commonjs-require-esm/package.json': commonjs,
  'commonjs-require-esm/index.js': `const { message } = require("./message.mjs")
    Deno.serve(() => new Response(message))`,
  'commonjs-require-esm/message.mjs': `export const message = "cjs require esm ok"`,
  'commonjs-express/package.json': commonjs,
  'commonjs-express/index.js': `const app = require("express")()
    app.get("/commonjs-express", (_, answer) => answer.send("meow"))
    app.listen(8080)`,
  'commonjs-hono-websocket/package.json': commonjs,
  'commonjs-hono-websocket/index.js': `const { serve } = require("@hono/node-server")
    const { createNodeWebSocket } = require("@hono/node-ws")
    const { Hono } = require("hono")
    const app = new Hono()
    const { upgradeWebSocket, injectWebSocket } = createNodeWebSocket({ app })
    const events = { onOpen: (_, socket) => socket.send("meow"), onMessage: ({ data }, socket) => socket.send(data) }
    app.get("/commonjs-hono-websocket", upgradeWebSocket(() => events))
    injectWebSocket(serve({ fetch: app.fetch, port: 8080 }))`,
  'commonjs-express-websocket/package.json': commonjs,
  'commonjs-express-websocket/index.js': `const { app } = require("express-ws")(require("express")())
    app.ws("/commonjs-express-websocket", (socket) => {
      socket.send("meow")
      socket.on("message", (data) => socket.send(data))
    })
    app.listen(8080)`,
  'mark-background-task/index.ts': `class Marked extends Event {
      constructor(task) {
        super("marked")
        this.task = task
      }
    }
    globalThis.addEventListener("marked", async ({ task }) => console.log(await task))
    const later = () => new Promise((done) => setTimeout(done, 200, "meow"))
    export default {
      fetch() {
        dispatchEvent(new Marked(EdgeRuntime.waitUntil(later())))
        return new Response()
      },
    }`,
  'return-invalid-resp/index.ts': `Deno.serve(() => {})`,
  'return-invalid-resp-2/index.ts': `Deno.serve(async () => ({ status: 200, body: "meow" }))`,
  'brotli-async/index.ts': `import { promisify } from "node:util"
    import { brotliCompress, brotliDecompress } from "node:zlib"
    Deno.serve(async () => {
      const packed = await promisify(brotliCompress)("meow")
      return new Response(await promisify(brotliDecompress)(packed))
    })`,
  'hijack/index.ts': `import { serve } from "https://deno.land/std@0.130.0/http/server.ts"
    serve((request) => {
      Deno.upgradeHttp(request).then(([connection]) => connection.close())
      return new Response(null, { status: 101 })
    })`,
  'echo/index.ts': `${headersOfClient}
    Deno.serve(async (request) => {
      const told = { echo: await request.json(), method: request.method, url: request.url, timestamp: new Date() }
      return Response.json(told, { headers: corsHeaders })
    })`,
}
