/** What `https://deno.land/std/http/server.ts` offers functions. */
import type { serve as serveOptions } from './deno.ts'

type Handler = Parameters<typeof serveOptions>[1] & {}

/** As the standard library's: the handler comes first. NOTE: loaded by its path, so the process's one `Deno` is asked. */
export function serve(handler: Handler, options: Exclude<Parameters<typeof serveOptions>[0], Handler> = {}): void {
  const { Deno } = globalThis as unknown as { readonly Deno: { readonly serve: typeof serveOptions } }
  Deno.serve(options, handler)
}
