/** What `https://deno.land/std/http/server.ts` offers functions. */
import { serve as serveOptions } from './deno.ts'

type Handler = Parameters<typeof serveOptions>[1] & {}

/** As the standard library's: the handler comes first. */
export function serve(handler: Handler, options: Exclude<Parameters<typeof serveOptions>[0], Handler> = {}): void {
  serveOptions(options, handler)
}
