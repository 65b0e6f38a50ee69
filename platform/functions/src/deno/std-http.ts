/** What `https://deno.land/std/http/server.ts` offers functions. */
import type { serve as serveOptions } from './deno.ts'

type Handler = Parameters<typeof serveOptions>[1] & {}

/** The process's one: this module is loaded by its path, and what it imports would be a second one beside a bundle's. */
declare const Deno: { readonly serve: typeof serveOptions }

/** As the standard library's: the handler comes first. */
export function serve(handler: Handler, options: Exclude<Parameters<typeof serveOptions>[0], Handler> = {}): void {
  Deno.serve(options, handler)
}
