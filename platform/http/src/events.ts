/** All that the HTTP layer can report. `route` is a pattern, never an address: addresses carry tokens and names. */
export type HttpEvent =
  | {
      readonly kind: 'http.answered'
      readonly requestId: string
      readonly method: string
      readonly route: string
      readonly status: number
      readonly ms: number
    }
  | { readonly kind: 'http.aborted'; readonly requestId: string; readonly method: string; readonly route: string }
  | { readonly kind: 'http.failed'; readonly requestId: string; readonly route: string; readonly error: unknown }
  | { readonly kind: 'http.refused'; readonly reason: string }
  | { readonly kind: 'http.shed'; readonly requestId: string; readonly route: string }
