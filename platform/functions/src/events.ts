/** What functions/v1 tells its host. */
export type FunctionsEvent =
  | { readonly kind: 'functions.loaded'; readonly name: string; readonly ms: number }
  | { readonly kind: 'functions.answered'; readonly name: string; readonly status: number; readonly ms: number }
  | {
      readonly kind: 'functions.failed'
      readonly name: string
      readonly code: string | number
      readonly error: unknown
    }
  /** Called by its schedule. */
  | {
      readonly kind: 'functions.scheduled.answered'
      readonly name: string
      readonly status: number
      readonly ms: number
    }
  /** A function of the database that says whether a schedule has something to do; told once until it answers again. */
  | { readonly kind: 'functions.question-failed'; readonly name: string; readonly error: unknown }
  | { readonly kind: 'functions.background-failed'; readonly name: string; readonly error: unknown }
