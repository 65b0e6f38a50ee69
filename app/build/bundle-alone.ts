import { build } from 'vite'

/** A script that stands by itself, without a module of its own: what runs before the app, or beside it. */
export async function bundleAlone(entry: string, define: Readonly<Record<string, string>> = {}): Promise<string> {
  const result = await build({
    configFile: false,
    logLevel: 'warn',
    publicDir: false,
    define,
    build: { write: false, lib: { entry, formats: ['iife'], name: 'alone' }, target: 'es2022', minify: true },
  })
  const [output] = Array.isArray(result) ? result : [result]
  const chunk = output && 'output' in output ? output.output.find((item) => item.type === 'chunk') : undefined
  if (!chunk) throw new Error(`${entry} gave no script`)
  return chunk.code
}
