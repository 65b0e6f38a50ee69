/** What a function's own `deno.json` says, of its modules and of shared ones, each in a process of its own. */
import { execFile } from 'node:child_process'
import { mkdir, mkdtemp, rm, symlink, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'

import { afterAll, beforeAll, expect, it } from 'vitest'

const root = join(import.meta.dirname, '..', '..', '..', '..')
const told = (page: string) => `import page from "${page}"
  Deno.serve(() => new Response())
  console.log(JSON.stringify(page))`

const files = {
  // JSX of shared code, and of a file that lies in no folder, as the function wants it that imports them.
  'shares/index.ts': told('../_shared/page.tsx'),
  'shares/deno.json': '{ "compilerOptions": { "jsxFactory": "made" }, "imports": { "cups": "./cups.ts" } }',
  'shares/cups.ts': 'export const cups = 2',
  '_shared/page.tsx': 'import { made } from "./made.ts"; export default <p class="tea">Tea</p>',
  '_shared/made.ts': 'import { cups } from "cups"; export const made = (...parts: unknown[]) => [...parts, cups]',
  'beside/index.ts': told('../page.tsx'),
  'beside/deno.json': '{ "compilerOptions": { "jsxFactory": "made" } }',
  'page.tsx': 'const made = (...parts: unknown[]) => parts; export default <p>Tea</p>',
  // A name that is a type alone, and a module that is there for what it does.
  'imports/index.ts': `import { Tea } from "./tea.ts"
    import { unused } from "./does.ts"
    enum Kind { Green }
    const tea: Tea = "green"
    console.log(tea, Kind.Green)
    Deno.serve(() => new Response())`,
  'imports/tea.ts': 'export type Tea = string',
  'imports/does.ts': 'console.log("done"); export const unused = 1',
  'half/index.tsx': `enum Kind { Green }
    export default { fetch(request: Request) {
      if (request.headers.has("authorization") return new Response("none")
      return new Response(Kind.Green)
    } }`,
}

let folder: string
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'functions-'))
  await symlink(join(root, 'node_modules'), join(folder, 'node_modules'))
  for (const [file, text] of Object.entries(files)) {
    await mkdir(join(folder, file, '..'), { recursive: true })
    await writeFile(join(folder, file), text)
  }
})
afterAll(() => rm(folder, { recursive: true, force: true }))

it.each([
  ['shares', '["p",{"class":"tea"},"Tea",2]'],
  ['beside', '["p",null,"Tea"]'],
  ['imports', 'done\ngreen 0'],
])('%s', async (name, said) => {
  expect(await outputOf(name)).toBe(`${said}\n`)
})

it('a module that is half there does not start, and says where it breaks', async () => {
  expect(await outputOf('half')).toMatch(/^half: file:\/\/.*\/half\/index\.tsx:3:\d+: '\)' expected\.\n$/)
})

async function outputOf(name: string): Promise<string> {
  const loader = join(root, 'platform/functions/testing/load-folder.ts')
  return (await promisify(execFile)(process.execPath, [loader, folder, name])).stdout
}
