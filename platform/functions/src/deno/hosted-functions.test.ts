/** Functions as they are written for the hosted runtime, each in the words of its own guides, run unchanged. */
import { spawn, type ChildProcess } from 'node:child_process'
import { mkdir, mkdtemp, rm, symlink, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createInterface } from 'node:readline/promises'

import { createClient, type FunctionsHttpError } from '@supabase/supabase-js'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'

const root = join(import.meta.dirname, '..', '..', '..', '..')

const functions = {
  // A handler alone, types of the runtime, a package by npm:.
  plain: `import "jsr:@supabase/functions-js@2/edge-runtime.d.ts"
    import { createClient } from "npm:@supabase/supabase-js@2"
    const url: string = Deno.env.get("SHOP_URL") ?? "nowhere"
    Deno.serve(async (req: Request, info) => {
      const { name } = await req.json()
      const rest = createClient(url, "key").from("books").select().url.href
      return Response.json({ message: "Hello " + name, rest, from: info.remoteAddr.hostname })
    })`,
  // The standard library's server, and a package from a place that serves packages.
  standard: `import { serve } from "https://deno.land/std@0.177.0/http/server.ts"
    import { createClient } from "https://esm.sh/@supabase/supabase-js@2.39.3?target=deno"
    serve((_req: Request) => new Response(typeof createClient, { headers: { "content-type": "text/plain" } }))`,
  // Options first, failures of its own, names by its own map.
  mapped: `import { createClient } from "client"
    import { tea } from "./parts/tea.ts"
    Deno.serve({ port: 8000, onError: (error) => Response.json({ told: (error as Error).message }, { status: 418 }) },
      (req) => {
        if (new URL(req.url).pathname.endsWith("/fail")) throw new Error(tea)
        return Response.json({ kind: typeof createClient, has: Deno.env.has("SHOP_URL"), all: "SHOP_URL" in Deno.env.toObject() })
      })`,
  // A server of its own, which is open a while after its module has been read.
  own: `import { createServer } from "node:http"
    const server = createServer(async (request, answer) => {
      let body = ""
      for await (const chunk of request) body += chunk
      answer.writeHead(201, { "set-cookie": ["a=1", "b=2"], "x-path": request.url })
      answer.end(request.method + " " + body)
    })
    setTimeout(() => server.listen(9000), 10)`,
  // Files, and how their errors are told apart.
  filing: `const place = await Deno.makeTempFile({ suffix: ".txt" })
    Deno.serve(async () => {
      await Deno.writeTextFile(place, "tea")
      const text = await Deno.readTextFile(place)
      await Deno.remove(place)
      const isGone = await Deno.stat(place).catch((error) => error instanceof Deno.errors.NotFound)
      return Response.json({ text, isGone })
    })`,
  // Folders of its own that are packages, listed in either form, and what is no list.
  members: `import { tea } from "@shop/tea"; Deno.serve(() => new Response(tea))`,
  listed: `import { tea } from "@shop/tea"; Deno.serve(() => new Response(tea))`,
  unlisted: `Deno.serve(() => new Response("none"))`,
  // More of TypeScript than types, and JSX, of another file.
  translated: `import { Kind } from "./parts/kind.ts"
    import page from "./parts/page.tsx"
    class Tea { constructor(private readonly kind: Kind) {} told() { return this.kind } }
    Deno.serve((req) => {
      if (new URL(req.url).pathname.endsWith("/fail")) return new Response(new Error("spilt").stack)
      return Response.json([new Tea(Kind.Green).told(), page.type, page.props])
    })`,
  // What nobody here can fetch.
  foreign: `import { x } from "https://example.com/x.ts"; Deno.serve(() => new Response(x))`,
  // Nothing is served.
  silent: `export const url = Deno.env.get("SHOP_URL")`,
}

const workspaces = { members: { members: ['./tea'] }, listed: ['./tea'], unlisted: { members: { tea: 1 } } }

/** Of functions that have no index. */
const manifests = { torn: '{ "main": ', nothing: 'null', nowhere: '{ "main": "http://" }' }

let folder: string
let server: ChildProcess
let url: string

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'functions-'))
  await symlink(join(root, 'node_modules'), join(folder, 'node_modules'))
  for (const [name, text] of Object.entries(functions)) {
    await mkdir(join(folder, name))
    await writeFile(join(folder, name, 'index.ts'), text)
  }
  const imports = { client: 'npm:@supabase/supabase-js@2', 'words/': './words/' }
  await writeFile(join(folder, 'mapped', 'deno.json'), JSON.stringify({ imports }))
  for (const [name, workspace] of Object.entries(workspaces)) {
    await writeFile(join(folder, name, 'deno.json'), JSON.stringify({ workspace }))
    await mkdir(join(folder, name, 'tea'))
    await writeFile(join(folder, name, 'tea/deno.json'), JSON.stringify({ name: '@shop/tea', exports: './mod.ts' }))
    await writeFile(join(folder, name, 'tea/mod.ts'), 'export const tea = "green"')
  }
  for (const [name, manifest] of Object.entries(manifests)) {
    await mkdir(join(folder, name))
    await writeFile(join(folder, name, 'package.json'), manifest)
  }
  for (const [file, text] of [
    // Its map is read from where the map lies, not from here.
    ['mapped/parts/tea.ts', 'export { tea } from "words/tea.ts"'],
    ['mapped/words/tea.ts', 'export const tea = "no tea"'],
    ['translated/parts/kind.ts', 'export enum Kind { Green = "green" }'],
    ['translated/parts/page.tsx', 'export default <p class="tea">Tea</p>'],
    [
      'translated/deno.jsonc',
      '{ "compilerOptions": { /* as in React 17 */ "jsx": "react-jsx", "jsxImportSource": "npm:react" } }',
    ],
  ] as const) {
    await mkdir(join(folder, file, '..'), { recursive: true })
    await writeFile(join(folder, file), text)
  }
  server = spawn(process.execPath, [join(root, 'platform/functions/testing/serve-folder.ts'), folder], {
    env: { ...process.env, SHOP_URL: 'https://shop.example' },
    stdio: ['ignore', 'pipe', 'ignore'],
  })
  for await (const line of createInterface(server.stdout!)) {
    url = line
    break
  }
})
afterAll(async () => {
  server.kill()
  await rm(folder, { recursive: true, force: true })
})

const invoke = (name: string, body?: object) => createClient(url, 'key').functions.invoke(name, body ? { body } : {})

describe('a function of the hosted runtime', () => {
  it('serves by Deno.serve, with packages by npm: and the environment', async () => {
    expect(await invoke('plain', { name: 'Awa' })).toMatchObject({
      data: { message: 'Hello Awa', rest: 'https://shop.example/rest/v1/books?select=*', from: '127.0.0.1' },
    })
  })

  it('serves by the standard library', async () => {
    expect((await invoke('standard')).data).toBe('function')
  })

  it('names packages and files by its own import map, and answers its own failures', async () => {
    expect((await invoke('mapped')).data).toEqual({ kind: 'function', has: true, all: true })
    const { context } = (await invoke('mapped/fail')).error as FunctionsHttpError
    expect([(context as Response).status, await (context as Response).json()]).toEqual([418, { told: 'no tea' }])
  })

  it('may be more than JavaScript with types', async () => {
    expect((await invoke('translated')).data).toEqual(['green', 'p', { class: 'tea', children: 'Tea' }])
    // Its fifth line, which is another of what the compiler makes.
    expect((await invoke('translated/fail')).data).toMatch(/translated\/index\.ts:5:\d+/)
  })

  it('answers by a server that it opens itself, which nobody else can ask', async () => {
    const answer = await fetch(`${url}/functions/v1/own/a?b=c`, {
      method: 'POST',
      headers: { authorization: 'Bearer any' },
      body: 'tea',
    })
    expect([answer.status, await answer.text(), answer.headers.get('x-path')]).toEqual([201, 'POST tea', '/own/a?b=c'])
    expect(answer.headers.getSetCookie()).toEqual(['a=1', 'b=2'])
    await expect(fetch('http://127.0.0.1:9000')).rejects.toThrow('fetch failed')
  })

  it('reads and writes files', async () => {
    expect((await invoke('filing')).data).toEqual({ text: 'tea', isGone: true })
  })

  it.each([
    ['members', 'green'],
    ['listed', 'green'],
    ['unlisted', 'none'],
  ])('names the packages of its workspace (%s)', async (name, said) => {
    expect((await invoke(name)).data).toBe(said)
  })

  it.each(['foreign', 'silent', ...Object.keys(manifests)])('that cannot be run (%s) does not start', async (name) => {
    const { context } = (await invoke(name)).error as FunctionsHttpError
    expect([(context as Response).status, await (context as Response).json()]).toMatchObject([
      503,
      { code: 'BOOT_ERROR' },
    ])
  })
})
