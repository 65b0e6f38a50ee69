/** Everything that rest/v1 reports about itself. */
export type RestEvent =
  | {
      readonly kind: 'rest.answered'
      readonly method: string
      readonly status: number
      readonly ms: number
      readonly role: string
      /** Code of the refusal, when there was one. */
      readonly code: string | null
    }
  | { readonly kind: 'rest.failed'; readonly error: unknown }
  | { readonly kind: 'rest.schema-loaded'; readonly tables: number; readonly routines: number; readonly ms: number }
  | { readonly kind: 'rest.schema-failed'; readonly error: unknown }
